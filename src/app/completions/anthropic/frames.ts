/** A streamed answer in the events of Anthropic's Messages API. */
import type { ConversationId } from "../../../domain/ids.ts";
import type { ClientCall } from "../../../domain/program/client-tools.ts";
import type { AnswerEnd, AnswerWriter } from "../answer/writer.ts";
import { begunMessage, type MessageHead, stopReason, tokensOf, toolUseOf } from "./message.ts";

interface MessageFramesDeps {
  head: MessageHead;
  conversation: ConversationId;
}

type Kind = "text" | "thinking";

export class MessageFrames implements AnswerWriter {
  private readonly deps: MessageFramesDeps;
  /** Number of blocks that were begun. */
  private blocks = 0;
  private open: Kind | undefined;

  constructor(deps: MessageFramesDeps) {
    this.deps = deps;
  }

  begin(): string {
    return event("message_start", { message: begunMessage(this.deps.head) });
  }

  text(delta: string): string {
    return this.opened("text", { type: "text", text: "" }) + this.delta({ type: "text_delta", text: delta });
  }

  reasoning(delta: string): string {
    const begun = this.opened("thinking", { type: "thinking", thinking: "", signature: "" });
    return begun + this.delta({ type: "thinking_delta", thinking: delta });
  }

  call(call: ClientCall): string {
    const { input, ...named } = toolUseOf(this.deps.conversation, call);
    const ended = this.closed();
    const index = this.blocks++;
    return [
      ended,
      event("content_block_start", { index, content_block: { ...named, input: {} } }),
      event("content_block_delta", {
        index,
        delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
      }),
      event("content_block_stop", { index }),
    ].join("");
  }

  working(): string {
    return event("ping", {});
  }

  end({ finish, usage }: AnswerEnd): string {
    const delta = { stop_reason: stopReason(finish), stop_sequence: null };
    return (
      this.closed() + event("message_delta", { delta, usage: tokensOf(usage) }) + event("message_stop", {})
    );
  }

  failed(reason: string): string {
    return this.closed() + event("error", { error: { type: "api_error", message: reason } });
  }

  private opened(kind: Kind, content_block: object): string {
    if (this.open === kind) return "";
    const ended = this.closed();
    this.open = kind;
    return ended + event("content_block_start", { index: this.blocks++, content_block });
  }

  private closed(): string {
    if (this.open === undefined) return "";
    this.open = undefined;
    return event("content_block_stop", { index: this.blocks - 1 });
  }

  private delta(delta: object): string {
    return event("content_block_delta", { index: this.blocks - 1, delta });
  }
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
