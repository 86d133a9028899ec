/** A streamed answer in the frames of chat completions. */

import type { ConversationId } from "../../../domain/ids.ts";
import type { ClientCall } from "../../../domain/program/client-tools.ts";
import { compatibleError } from "../../http/compatible-error.ts";
import type { AnswerEnd, AnswerWriter } from "../answer/writer.ts";
import { chunkOf, type Head, lastChunk, toolCallOf, usageChunk } from "./completion.ts";

interface ChatFramesDeps {
  head: Head;
  conversation: ConversationId;
  withUsage: boolean;
}

/** An SSE comment: it keeps the connection open, and no program reads it. */
const WORKING = ": working\n\n";
const DONE = "data: [DONE]\n\n";

export class ChatFrames implements AnswerWriter {
  private readonly deps: ChatFramesDeps;
  private calls = 0;
  /** The text so far. */
  private said = "";

  constructor(deps: ChatFramesDeps) {
    this.deps = deps;
  }

  begin(): string {
    return frame(chunkOf(this.deps.head, { role: "assistant", content: "" }));
  }

  text(content: string): string {
    this.said += content;
    return frame(chunkOf(this.deps.head, { content }));
  }

  reasoning(): string {
    return WORKING;
  }

  call(call: ClientCall): string {
    const called = { index: this.calls, ...toolCallOf(this.deps.conversation, call) };
    this.calls += 1;
    return frame(chunkOf(this.deps.head, { tool_calls: [called] }));
  }

  working(): string {
    return WORKING;
  }

  end(end: AnswerEnd): string {
    const { head, withUsage } = this.deps;
    return `${frame(lastChunk(head, this.said, end))}${withUsage ? frame(usageChunk(head, end.usage)) : ""}${DONE}`;
  }

  failed(reason: string): string {
    return frame(compatibleError({ error: "api_fail", reason })) + DONE;
  }
}

function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
