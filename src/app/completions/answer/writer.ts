/** An answer as every API has it, and the port that writes a streamed one in the frames of one API. */

import type { ConversationId } from "../../../domain/ids.ts";
import type { CitationPart, Usage } from "../../../domain/message.ts";
import type { ClientCall } from "../../../domain/program/client-tools.ts";

/** `length`: the turn reached a limit. `tool_calls`: it waits for results of the program's tools. */
export type Finish = "stop" | "length" | "tool_calls";

export interface AnswerEnd {
  finish: Finish;
  /** Tokens of this part of the turn; null: unknown. */
  usage: Usage | null;
  /** Reason for an answer without words; null or absent: it has some. */
  silence?: string | null;
  /** Citations of the text; absent: none. */
  citations?: readonly CitationPart[];
}

/** Each method returns what to send. */
export interface AnswerWriter {
  begin(): string;
  text(delta: string): string;
  reasoning(delta: string): string;
  /** A call of the program's tool, complete. */
  call(call: ClientCall): string;
  /** Keeps the connection open while nothing is said. */
  working(): string;
  end(end: AnswerEnd): string;
  /** The answer failed, also after words. */
  failed(reason: string): string;
}

/** The turn that a call has begun, or has gone on with. */
export interface BegunTurn {
  conversation: ConversationId;
  turn_id: string | null;
  /** Sequence number of the last event before the answer. */
  seq: number;
}

/** An answer that is told at once. */
export interface WholeAnswer extends AnswerEnd, BegunTurn {
  text: string;
  /** Calls of the program's tools. */
  calls: ClientCall[];
}
