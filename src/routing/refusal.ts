/** Refusals of inputs, by the front door or by the conversation itself. */

import {
  type Receipt,
  type Refusal,
  type RefusedInput,
  refuseInput,
} from "../domain/conversation/receipt.ts";
import type { ErrorKind, Failure, Result } from "../domain/errors.ts";

/** Receipt of an input that is in the conversation, now or since an earlier attempt. */
export type TakenIn = Exclude<Receipt, RefusedInput>;

const KINDS: Record<Refusal, ErrorKind> = {
  not_found: "resource_not_found",
  forbidden: "forbidden",
  archived: "conflict",
  closed: "conflict",
  unavailable: "api_fail",
  queue_full: "rate_limited",
  overloaded: "overloaded",
  too_large: "payload_too_large",
  no_such_call: "conflict",
  too_early: "conflict",
  malformed: "malformed_request",
};

export function failureOf({ refusal, reason, retry_after_s }: RefusedInput): Failure {
  return { error: KINDS[refusal], reason, ...(retry_after_s !== undefined && { retry_after_s }) };
}

/** Refusal of a message for which there is no room in the queue of all conversations. */
export function overloadRefusal(retry_after_s: number): RefusedInput {
  const reason = `Too many messages are waiting for an answer right now. Send yours again in ${retry_after_s} seconds.`;
  return { ...refuseInput("overloaded", reason), retry_after_s };
}

export function resultOf(receipt: Receipt): Result<TakenIn> {
  return receipt.status === "refused"
    ? { ok: false, failure: failureOf(receipt) }
    : { ok: true, value: receipt };
}
