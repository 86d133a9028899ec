/**
 * Rate limits for people, keys and addresses. Requests are counted in the isolate, and also for the whole location by the
 * platform where that is bound: no request waits for that count. Tries at a secret are counted exactly, in D1.
 */
import { AppError } from "../../../domain/errors.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { Allowance } from "../../../domain/time/rate-limiter.ts";
import type { ApiContext } from "../api.ts";
import { servicesOf } from "../services.ts";
import { addressIn, countedAs, type TrySubject } from "./tries.ts";

/**
 * Call it before a password, token or code is compared. Counts one try, and throws `rate_limited`, with the time to wait,
 * when there were too many.
 */
export async function countTry(context: ApiContext, tried: TrySubject): Promise<void> {
  const wait = await servicesOf(context).tries.take(countedAs(addressOf(context), tried));
  if (wait > 0) throw tooMany("tries to sign in", wait);
}

/**
 * Counts one more of something that strangers may do, by address; where addresses are unknown, all share the allowance. Throws
 * `rate_limited` when there were too many.
 */
export async function countByAddress(context: ApiContext, what: string, allowance: Allowance): Promise<void> {
  const name = `${what}:${addressOf(context) ?? "anywhere"}`;
  const wait = await servicesOf(context).tries.take([{ name, allowance }]);
  if (wait > 0) throw tooMany(what, wait);
}

/** Takes back a counted try: the secret was right. */
export async function uncountTry(context: ApiContext, tried: TrySubject): Promise<void> {
  await servicesOf(context).tries.giveBack(countedAs(addressOf(context), tried));
}

/** Limits requests of a known sender. The ADMIN_TOKEN is exempt: the operator's programs may be as fast as they like. */
export function limitPrincipal(context: ApiContext, principal: Principal): void {
  if (principal.key_id !== undefined) limit(context, `key:${principal.key_id}`);
  else if (context.req.header("authorization") === undefined) limit(context, `person:${principal.owner}`);
}

/**
 * Limits requests of an unknown sender, by address. Where addresses are unknown, all such senders share one allowance a
 * minute.
 */
export function limitAddress(context: ApiContext): void {
  limit(context, `address:${addressOf(context) ?? "anywhere"}`);
}

function limit(context: ApiContext, name: string): void {
  const { pace, settings, env } = servicesOf(context);
  const most = settings.REQUESTS_PER_MINUTE;
  if (most === 0) return;
  const allowance = { most, seconds: 60 };
  const wait = pace.take(name, allowance);
  if (wait > 0) throw tooMany("requests", wait);
  if (!env.RATE_LIMITER) return;
  const counted = env.RATE_LIMITER.limit({ key: name }).then(({ success }) => {
    if (!success) pace.exhaust(name, allowance);
  });
  context.executionCtx.waitUntil(counted.catch(() => undefined));
}

function addressOf(context: ApiContext): string | undefined {
  return addressIn(context.req.raw.headers, servicesOf(context).settings.CLIENT_ADDRESS_HEADER);
}

function tooMany(what: string, wait: number): AppError {
  return new AppError("rate_limited", `Too many ${what}. Try again in ${wordsOf(wait)}.`, {
    retry_after_s: wait,
  });
}

function wordsOf(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
