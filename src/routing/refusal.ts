/** Refusals of inputs, by the front door or by the conversation itself. */
import type { ErrorKind, Failure, Result } from "../domain/errors.ts";
import type { Receipt, Refusal, RefusedInput } from "../domain/inbound.ts";

/** Receipt of an input that is in the conversation, now or since an earlier attempt. */
export type TakenIn = Exclude<Receipt, RefusedInput>;

const KINDS: Record<Refusal, ErrorKind> = {
  not_found: "resource_not_found",
  forbidden: "forbidden",
  archived: "conflict",
  closed: "conflict",
  unavailable: "api_fail",
  queue_full: "rate_limited",
  too_large: "payload_too_large",
  no_such_call: "conflict",
  too_early: "conflict",
  malformed: "malformed_request",
};

export function failureOf({ refusal, reason }: RefusedInput): Failure {
  return { error: KINDS[refusal], reason };
}

export function resultOf(receipt: Receipt): Result<TakenIn> {
  return receipt.status === "refused"
    ? { ok: false, failure: failureOf(receipt) }
    : { ok: true, value: receipt };
}
