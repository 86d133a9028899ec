/** Answer of the inbox to an input: taken in, known already, or refused. */

export type Refusal =
  | "not_found"
  | "forbidden"
  | "archived"
  /** The visit in the room has ended. */
  | "closed"
  /** Data needed for the decision cannot be read now. */
  | "unavailable"
  | "queue_full"
  /** More turns wait in all conversations together than begin soon. */
  | "overloaded"
  | "too_large"
  | "no_such_call"
  /** For a report: the call that it answers may not be waiting yet. Send it again. */
  | "too_early"
  | "malformed";

export type Receipt =
  | { status: "accepted"; turn_id: string | null; message_id: string | null; seq: number }
  | { status: "duplicate"; turn_id: string | null; message_id: string | null; seq: number }
  | RefusedInput;

/** Input that has changed nothing. `reason` is public and says what to do. */
export interface RefusedInput {
  status: "refused";
  refusal: Refusal;
  reason: string;
  /** Seconds after which a retry may succeed. */
  retry_after_s?: number;
}

export function refuseInput(refusal: Refusal, reason: string): RefusedInput {
  return { status: "refused", refusal, reason };
}
