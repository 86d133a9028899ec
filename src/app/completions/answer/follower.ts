/** Follows the events of a turn, and has its answer written as it comes. */
import { wordsOfAnswer } from "../../../../durable-objects/conversation/readers/answer-files.ts";
import { silenceOf } from "../../../../durable-objects/conversation/readers/silence.ts";
import type { NightjarEvent } from "../../../domain/events.ts";
import type { Message, Usage } from "../../../domain/message.ts";
import { citationsBehind } from "../../../domain/sources/cited.ts";
import { approvalText } from "../../../domain/text/approval-words.ts";
import { ShownText } from "./shown-text.ts";
import type { AnswerWriter, Finish } from "./writer.ts";

/** The answer at its end. */
export interface FinalAnswer {
  text: string;
  usage: Usage | null;
  /** Null: the turn waits. */
  message_id: string | null;
  /** The turn waits for results of the program's tools. */
  isCalling: boolean;
}

export interface FollowerDeps {
  writer: AnswerWriter;
  /** The words are told at the end, in one. */
  isHeld: boolean;
  /** The words that the program does not have yet, of all that the turn has said. */
  unsaid(text: string): string;
  /** The label before this agent's text; empty where there is only one agent. */
  speakerOf(agent: string): Promise<string> | string;
  /** The text for what a parked turn waits for: the given words, and where to answer them. */
  asking(words: string): string;
}

export class AnswerFollower {
  private readonly deps: FollowerDeps;
  private readonly shown = new ShownText();
  private speaker = "";
  private message: Message | undefined;
  private readonly asks: string[] = [];
  /** Calls of the program's tools that were sent. */
  private readonly called = new Set<string>();
  private isOver = false;
  /** Undefined until the answer has ended. */
  said: FinalAnswer | undefined;

  constructor(deps: FollowerDeps) {
    this.deps = deps;
  }

  begin(): string {
    return this.deps.writer.begin();
  }

  async take(event: NightjarEvent): Promise<string> {
    const { writer } = this.deps;
    switch (event.type) {
      case "turn_start":
        this.speaker = await this.deps.speakerOf(event.agent);
        return "";
      case "state":
        this.shown.step(event.step);
        return event.state === "parked" ? this.parked(event.usage ?? null) : "";
      case "text":
        return this.text(event.delta);
      case "reasoning":
        return writer.reasoning(event.delta);
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
        if (this.called.has(event.call_id)) return "";
        this.called.add(event.call_id);
        return writer.call(event);
      case "turn_end":
        return this.ended(event);
      default:
        return writer.working();
    }
  }

  /** Ends the stream when the events stopped before the turn ended. */
  cutOff(): string {
    if (this.said || this.isOver) return "";
    return this.failed("The answer was cut off. It goes on in Nightjar; ask again to see it.");
  }

  private text(delta: string): string {
    if (this.deps.isHeld) return this.deps.writer.working();
    const isFirst = this.shown.text === "" && this.said === undefined;
    const more = this.shown.add(delta);
    return more === "" ? "" : this.deps.writer.text(isFirst ? `${this.speaker}${more}` : more);
  }

  private parked(usage: Usage | null): string {
    const { writer } = this.deps;
    const before = this.shown.text;
    if (this.called.size > 0) {
      this.said = { text: before, usage, message_id: null, isCalling: true };
      return writer.end({ finish: "tool_calls", usage });
    }
    const ask = this.deps.asking(this.asks.join("\n\n"));
    const text = before === "" ? ask : `\n\n${ask}`;
    this.said = { text: `${before}${text}`, usage, message_id: null, isCalling: false };
    return writer.text(text) + writer.end({ finish: "stop", usage });
  }

  /** Words that no model has said come whole, in the message. */
  private ended({ status, reason, ...end }: Extract<NightjarEvent, { type: "turn_end" }>): string {
    const { writer, unsaid } = this.deps;
    const usage = end.usage_since_parked ?? end.usage;
    const whole = this.message && wordsOfAnswer(this.message.parts);
    const text = whole === undefined ? this.shown.text : unsaid(whole);
    const rest = this.shown.text === "" && text !== "" ? writer.text(`${this.speaker}${text}`) : "";
    if (status === "failed") return rest + this.failed(reason ?? "The agent could not answer.");
    const why = status === "halted" ? withReason(text, reason ?? "").slice(text.length) : "";
    // The program sends back what it was sent, and is known by it: the stored text may have other markers.
    const said = `${this.speaker}${this.shown.text || text}${why}`;
    this.said = { text: said, usage, message_id: end.message_id, isCalling: false };
    const finish: Finish = status === "halted" ? "length" : "stop";
    const silence = status === "completed" ? silenceOf(this.message?.parts ?? []) : null;
    const citations = citationsBehind(this.message?.parts ?? [], saidBefore(whole, text));
    return rest + (why && writer.text(why)) + writer.end({ finish, usage, silence, citations });
  }

  private failed(reason: string): string {
    this.isOver = true;
    return this.deps.writer.failed(reason);
  }
}

/** Length of the words that the program had already. */
function saidBefore(whole: string | undefined, unsaid: string): number {
  return whole?.endsWith(unsaid) ? whole.length - unsaid.length : 0;
}

/** The words of a halted turn, with the reason below them. */
export function withReason(text: string, reason: string): string {
  return [text, reason].filter((part) => part !== "").join("\n\n");
}
