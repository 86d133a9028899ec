/** Pieces of inbound messages that several routes build. */
import { AppError, type ErrorKind } from "../domain/errors.ts";
import type { Receipt, Refusal } from "../domain/inbound.ts";
import type { Part } from "../domain/message.ts";

/** The media type is looked up when the file is needed. */
export function fileParts(files: { file_id: string }[] | undefined): Part[] {
  return (files ?? []).map(({ file_id }) => ({ type: "file", file_id, media_type: "" }));
}

const KINDS: Record<Refusal, ErrorKind> = {
  not_found: "resource_not_found",
  forbidden: "forbidden",
  archived: "conflict",
  queue_full: "rate_limited",
  too_large: "payload_too_large",
  no_such_call: "conflict",
  malformed: "malformed_request",
};

export function refusalError(receipt: Extract<Receipt, { status: "refused" }>): AppError {
  return new AppError(KINDS[receipt.refusal], receipt.reason);
}
