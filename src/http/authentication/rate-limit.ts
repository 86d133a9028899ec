/**
 * How often people, keys and addresses may call. Requests are counted in the isolate, and beside it for the whole place
 * by the platform where that is bound: no request waits for that count. Tries at a secret are counted exactly, in D1.
 */
import { AppError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Counted } from "../../storage/d1/people/tries.ts";
import type { ApiContext } from "../api.ts";
import { networkOf } from "./network.ts";

const QUARTER_HOUR = 15 * 60;
/** One address at one name: a person who has forgotten. */
const TRIES_HERE = { most: 10, seconds: QUARTER_HOUR };
/** A name from everywhere: guessing by many machines. It must not lock its person out by a few tries of a stranger. */
const TRIES_BY_NAME = { most: 50, seconds: QUARTER_HOUR };
/** An address at all names: the same password for everybody. */
const TRIES_BY_ADDRESS = { most: 30, seconds: QUARTER_HOUR };

/**
 * To be called before a password, token or code is compared. Counts one try for the name and the address, and throws
 * `rate_limited`, with the time to wait, when there were too many. `name` is what was typed; "" where nobody is named.
 */
export async function countTry(context: ApiContext, name: string): Promise<void> {
  const wait = await context.get("house").tries.take(triesOf(context, name));
  if (wait > 0) throw tooMany("tries to sign in", wait);
}

/** The secret was right: that was no failed try. */
export async function uncountTry(context: ApiContext, name: string): Promise<void> {
  await context.get("house").tries.giveBack(triesOf(context, name));
}

function triesOf(context: ApiContext, name: string): Counted[] {
  const address = addressOf(context);
  return [
    { name: `here:${address}:${plain(name)}`, allowance: TRIES_HERE },
    { name: `address:${address}`, allowance: TRIES_BY_ADDRESS },
    ...(name === "" ? [] : [{ name: `name:${plain(name)}`, allowance: TRIES_BY_NAME }]),
  ];
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}

/** Of a request whose sender is known. The ADMIN_TOKEN is the operator's own, for programs as quick as they like. */
export function limitPrincipal(context: ApiContext, principal: Principal): void {
  if (principal.key_id !== undefined) limit(context, `key:${principal.key_id}`);
  else if (context.req.header("authorization") === undefined) limit(context, `person:${principal.owner}`);
}

/** Of a request whose sender is not known. */
export function limitAddress(context: ApiContext): void {
  limit(context, `address:${addressOf(context)}`);
}

function limit(context: ApiContext, name: string): void {
  const { pace, settings, env } = context.get("house");
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

/** As Cloudflare says it; here everybody is at the same one. */
function addressOf(context: ApiContext): string {
  return networkOf(context.req.header("cf-connecting-ip") ?? "here");
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
