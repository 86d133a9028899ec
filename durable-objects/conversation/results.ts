/** Failures that callers of the object get instead of a value. */
import { type Failure, failure, type Result } from "../../src/domain/errors.ts";

export const NOT_ERASED = failure(
  "internal",
  "Part of the conversation couldn't be reached just now. Nightjar deletes the rest automatically; you don't have to do anything.",
);
export const NOT_REBUILT = failure(
  "internal",
  "The stored state of this conversation is missing or damaged, and its trail could not be read just now. Try again.",
);
export const TOO_NEW = failure(
  "conflict",
  "This conversation was last opened by a newer version of Nightjar, and this one cannot go on with it. Update to that version; nothing is lost.",
);
export const TRAIL_NOT_READ = failure(
  "internal",
  "The trail of this conversation could not be read just now. Try again, or leave full out.",
);
export const TEMPORARY = failure(
  "conflict",
  "A temporary chat can't be named, archived, shared or copied. Start a chat that is kept, and say it there.",
);
export const NO_TURN = failure("resource_not_found", "There is no such turn in this conversation.");
export const NO_REMINDER = failure(
  "resource_not_found",
  "Nothing with that id is waiting: it was delivered or cancelled.",
);
export const TOO_LATE = failure(
  "conflict",
  "The time of that message has passed: it cannot be scheduled again.",
);
export const NOT_FOUND = failure("resource_not_found", "There is no such conversation, or it is not yours.");
export const NOT_ALLOWED = failure(
  "forbidden",
  "You can't do that in this conversation. Its owner can give you more rights.",
);

/** The result, with that failure in place of a value that is not there. */
export function foundOr<T>(result: Result<T | undefined | null | false>, missing: Failure): Result<T> {
  if (!result.ok) return result;
  return result.value ? { ok: true, value: result.value } : { ok: false, failure: missing };
}
