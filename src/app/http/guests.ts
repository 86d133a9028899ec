/**
 * Limits for people without an account: enough for a visit, too little to fill the instance. Visits have limits of their
 * own.
 */
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "./api.ts";
import { servicesOf } from "./services.ts";

const DAY = 24 * 60 * 60;

const ALLOWANCES = {
  files: { most: 10, seconds: DAY },
  prompts: { most: 5, seconds: DAY },
  conversations: { most: 10, seconds: DAY },
};

/** Largest file, in bytes. */
export const MAX_GUEST_BYTES = 5_000_000;

/** Counts an action of a guest, and throws `rate_limited` when it is one too many. Others are not counted. */
export async function countGuest(context: ApiContext, what: keyof typeof ALLOWANCES): Promise<void> {
  const { role, owner } = context.get("principal");
  if (role !== "guest") return;
  const allowance = ALLOWANCES[what];
  const wait = await servicesOf(context).tries.take([{ name: `guest's ${what}:${owner}`, allowance }]);
  if (wait === 0) return;
  throw new AppError(
    "rate_limited",
    `Without an account you may add ${allowance.most} ${what} a day. Come back later, or sign in with an account of this instance.`,
    { retry_after_s: wait },
  );
}

/** Throws `payload_too_large`. */
export function checkGuestFile(context: ApiContext, bytes: number): void {
  if (context.get("principal").role !== "guest" || bytes <= MAX_GUEST_BYTES) return;
  throw new AppError("payload_too_large", `Without an account a file has at most ${MAX_GUEST_BYTES} bytes.`);
}
