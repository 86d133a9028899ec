/** Follows a turn's events to its end: the answer, or what the turn waits for. */
import type { NightjarEvent } from "../../domain/events.ts";
import { type Message, textOf } from "../../domain/message.ts";
import { approvalText } from "../../domain/text/approval-words.ts";
import { createEventStreamParser } from "../../platform/event-stream.ts";

export interface TurnReply {
  status: "answered" | "waiting" | "failed";
  /** The answer, the question, or the reason why there is no answer. */
  text: string;
}

export class TurnReplyListener {
  private message: Message | undefined;
  private readonly asks: string[] = [];
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
        this.asks.push(event.question);
        return undefined;
      case "approval":
        this.asks.push(approvalText(event.tool, event.reason));
        return undefined;
      case "state":
        if (event.state === "parked") this.heard = { status: "waiting", text: this.asks.join("\n\n") };
        return undefined;
      case "turn_end":
        this.heard = this.ended(event);
        return undefined;
      default:
        return undefined;
    }
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

/** Reads until the turn has ended or waits. A reader who leaves ends no turn. */
export async function readTurnReply(
  events: ReadableStream<Uint8Array>,
  progress: (message: string) => Promise<void>,
): Promise<TurnReply> {
  const parser = createEventStreamParser();
  const listener = new TurnReplyListener();
  for await (const bytes of events) {
    for (const { data } of parser.push(bytes)) {
      const doing = listener.take(JSON.parse(data) as NightjarEvent);
      if (listener.heard) return listener.heard;
      if (doing !== undefined) await progress(doing);
    }
  }
  return CUT_OFF;
}
