/** Follows a turn's events to its end: the answer, or what the turn waits for. */
import type { NightjarEvent } from "../../domain/events.ts";
import type { CallId } from "../../domain/ids.ts";
import { type Message, textOf } from "../../domain/message.ts";
import { approvalText } from "../../domain/text/approval-words.ts";
import { createEventStreamParser } from "../../platform/event-stream.ts";

export interface TurnReply {
  status: "answered" | "waiting" | "failed";
  /** The answer, the question, or the reason why there is no answer. */
  text: string;
  /** The asks that it waits for, where it waits. */
  asks?: readonly Ask[];
}

interface Ask {
  call_id: CallId;
  words: string;
  /** True for a question that is answered in words which need not be secret. */
  is_question: boolean;
}

export class TurnReplyListener {
  private message: Message | undefined;
  private readonly asks = new Map<CallId, Ask>();
  /** Undefined until the turn has ended or waits. */
  heard: TurnReply | undefined;

  /** The agent's present activity in a word, if it has changed. */
  take(event: NightjarEvent): string | undefined {
    switch (event.type) {
      case "message":
        if (event.message.role === "assistant") this.message = event.message;
        return undefined;
      case "tool_start":
        return event.name;
      case "question":
        this.ask(event.call_id, event.question, event.caution !== "secret");
        return undefined;
      case "approval":
        this.ask(event.call_id, approvalText(event.tool, event.reason), false);
        return undefined;
      case "tool_result":
      case "answered":
        this.asks.delete(event.call_id);
        return undefined;
      case "state":
        this.heard = event.state === "parked" ? this.waiting() : undefined;
        return undefined;
      case "turn_end":
        this.heard = this.ended(event);
        return undefined;
      default:
        return undefined;
    }
  }

  private ask(call_id: CallId, words: string, is_question: boolean): void {
    this.asks.set(call_id, { call_id, words, is_question });
  }

  private waiting(): TurnReply {
    const asks = [...this.asks.values()];
    return { status: "waiting", text: asks.map(({ words }) => words).join("\n\n"), asks };
  }

  /** A halted turn's words come with the reason below them. */
  private ended({ status, reason }: Extract<NightjarEvent, { type: "turn_end" }>): TurnReply {
    const text = this.message ? textOf(this.message.parts) : "";
    if (status === "failed") return { status, text: reason ?? (text || "The agent could not answer.") };
    return { status: "answered", text: [text, reason ?? ""].filter(Boolean).join("\n\n") };
  }
}

const CUT_OFF: TurnReply = {
  status: "failed",
  text: "The answer was cut off. It goes on in Nightjar; read the conversation to see it.",
};

/**
 * Reads until the turn has ended or waits; before the event `upto` it may have waited, and gone on. A reader who leaves ends
 * no turn.
 */
export async function readTurnReply(
  events: ReadableStream<Uint8Array>,
  progress: (message: string) => Promise<void>,
  upto = 0,
): Promise<TurnReply> {
  const parser = createEventStreamParser();
  const listener = new TurnReplyListener();
  for await (const bytes of events) {
    for (const { data } of parser.push(bytes)) {
      const event = JSON.parse(data) as NightjarEvent;
      const doing = listener.take(event);
      if (listener.heard && (event.seq >= upto || listener.heard.status !== "waiting")) return listener.heard;
      if (doing !== undefined) await progress(doing);
    }
  }
  return CUT_OFF;
}
