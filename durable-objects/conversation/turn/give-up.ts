/** Outcomes of turns that are given up: each tells the person what happened and what to do. */
import { STOPPED } from "../../../src/agent/turn.ts";
import type { ErrorKind } from "../../../src/domain/errors.ts";
import type { NoCast } from "../context/casting.ts";
import type { Ending } from "../ledger/turn-life.ts";

export type EndOutcome = Ending["outcome"];

/** Interruptions without progress after which a turn is given up. */
export const MAX_ATTEMPTS = 5;

export const HALTED: EndOutcome = { status: "halted", parts: [], reason: STOPPED };

export const SEALED = failed(
  "internal",
  `This answer was interrupted ${MAX_ATTEMPTS} times, so Nightjar stopped. Send your message again to retry.`,
);

export const BROKEN = failed(
  "internal",
  "Something went wrong inside Nightjar while answering. Your message is saved: send it again to retry.",
);

export const UNPREPARED = failed(
  "internal",
  "Nightjar couldn't read everything it needs in time. Your message is saved: send it again to retry.",
);

/** Outcome when whoever caused the turn may not talk to its agent. */
export function refusalOutcome({ refused: error, reason, retryable }: NoCast): EndOutcome {
  return { status: "failed", parts: [], error, reason, retryable };
}

function failed(error: ErrorKind, reason: string): EndOutcome {
  return { status: "failed", parts: [], error, reason, retryable: true };
}
