/** Converts the events of a turn to the frames of OpenAI's stream. */
import { wordsOfAnswer } from "../../../../durable-objects/conversation/readers/answer-files.ts";
import type { ClientCall } from "../../../domain/client-tools.ts";
import type { NightjarEvent } from "../../../domain/events.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import type { Message, Usage } from "../../../domain/message.ts";
import { approvalText } from "../../../domain/text/approval-words.ts";
import { compatibleError } from "../../http/compatible-error.ts";
import { chunkOf, type Finish, type Head, toolCallOf, usageChunk } from "./completion.ts";
import { ShownText } from "./shown-text.ts";

/** The answer at its end. */
export interface FinalAnswer {
  text: string;
  usage: Usage | null;
  /** The turn waits for results of the program's tools. */
  isCalling: boolean;
}

export interface FrameDeps {
  head: Head;
  conversation: ConversationId;
  withUsage: boolean;
  /** The words that the program does not have yet, of all that the turn has said. */
  unsaid(text: string): string;
  /** The label before this agent's text; empty where there is only one agent. */
  speakerOf(agent: string): Promise<string> | string;
  /** The text for what a parked turn waits for: the given words, and where to answer them. */
  asking(words: string): string;
}

/** An SSE comment: it keeps the connection open, and no program reads it. */
const WORKING = ": working\n\n";
const DONE = "data: [DONE]\n\n";

export class Frames {
  private readonly deps: FrameDeps;
  private readonly shown = new ShownText();
  private speaker = "";
  private message: Message | undefined;
  private readonly asks: string[] = [];
  /** Calls of the program's tools that were sent. */
  private readonly called = new Set<string>();
  private isOver = false;
  /** Undefined until the answer has ended. */
  said: FinalAnswer | undefined;

  constructor(deps: FrameDeps) {
    this.deps = deps;
  }

  begin(): string {
    return frame(chunkOf(this.deps.head, { role: "assistant", content: "" }));
  }

  async take(event: NightjarEvent): Promise<string> {
    switch (event.type) {
      case "turn_start":
        this.speaker = await this.deps.speakerOf(event.agent);
        return "";
      case "state":
        this.shown.step(event.step);
        return event.state === "parked" ? this.parked(event.usage ?? null) : "";
      case "text":
        return this.text(event.delta);
      case "reset":
        this.shown.reset(event.from_step);
        return "";
      case "message":
        if (event.message.role === "assistant") this.message = event.message;
        return "";
      case "question":
        this.asks.push(event.question);
        return "";
      case "approval":
        this.asks.push(approvalText(event.tool, event.reason));
        return "";
      case "client_call":
        return this.called.has(event.call_id) ? "" : this.calling(event);
      case "turn_end":
        return this.ended(event);
      default:
        return WORKING;
    }
  }

  /** Ends the stream when the events stopped before the turn ended. */
  cutOff(): string {
    if (this.said || this.isOver) return "";
    return this.failed("The answer was cut off. It goes on in Nightjar; ask again to see it.");
  }

  private text(delta: string): string {
    const isFirst = this.shown.text === "" && this.said === undefined;
    const more = this.shown.add(delta);
    return more === "" ? "" : this.content(isFirst ? `${this.speaker}${more}` : more);
  }

  private calling(call: ClientCall): string {
    const index = this.called.size;
    this.called.add(call.call_id);
    const called = { index, ...toolCallOf(this.deps.conversation, call) };
    return frame(chunkOf(this.deps.head, { tool_calls: [called] }));
  }

  private parked(usage: Usage | null): string {
    if (this.called.size > 0) {
      this.said = { text: this.shown.text, usage, isCalling: true };
      return this.finish(usage, "tool_calls");
    }
    const ask = this.deps.asking(this.asks.join("\n\n"));
    const text = this.shown.text === "" ? ask : `\n\n${ask}`;
    this.said = { text: `${this.shown.text}${text}`, usage, isCalling: false };
    return this.content(text) + this.finish(usage);
  }

  /** Words that no model has said come whole, in the message. */
  private ended({ status, reason, ...end }: Extract<NightjarEvent, { type: "turn_end" }>): string {
    const usage = end.usage_since_parked ?? end.usage;
    const whole = this.message && wordsOfAnswer(this.message.parts);
    const text = whole === undefined ? this.shown.text : this.deps.unsaid(whole);
    const rest = this.shown.text === "" && text !== "" ? this.content(`${this.speaker}${text}`) : "";
    if (status === "failed") return rest + this.failed(reason ?? "The agent could not answer.");
    const why = status === "halted" ? withReason(text, reason ?? "").slice(text.length) : "";
    this.said = { text: `${this.speaker}${text}${why}`, usage, isCalling: false };
    return rest + (why && this.content(why)) + this.finish(usage, status === "halted" ? "length" : "stop");
  }

  private finish(usage: Usage | null, reason: Finish = "stop"): string {
    const { head, withUsage } = this.deps;
    const last = frame(chunkOf(head, {}, reason));
    return `${last}${withUsage ? frame(usageChunk(head, usage)) : ""}${DONE}`;
  }

  private failed(reason: string): string {
    this.isOver = true;
    return frame(compatibleError({ error: "api_fail", reason })) + DONE;
  }

  private content(content: string): string {
    return frame(chunkOf(this.deps.head, { content }));
  }
}

/** The words of a halted turn, with the reason below them. */
export function withReason(text: string, reason: string): string {
  return [text, reason].filter((part) => part !== "").join("\n\n");
}

function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
