/** Notifications to people's browsers, whether the app is open there or not. */
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import type { Log } from "../observability/log-port.ts";
import { encrypt } from "./encrypt.ts";
import type { Notice, PushResult, PushSubscription } from "./subscription.ts";
import { authorization, type VapidKeys } from "./vapid.ts";

interface PushDeps {
  /** Undefined: this instance has no secret to encrypt its keys with. May reject. */
  keys(): Promise<VapidKeys | undefined>;
  guard: Pick<GuardedFetch, "load">;
  log: Log;
  now(): number;
  /** Fills the given bytes. */
  random(bytes: Uint8Array): void;
}

export interface Push {
  /**
   * The public key that browsers subscribe with; undefined: this instance has no secret to encrypt its own
   * with. May reject.
   */
  key(): Promise<string | undefined>;
  /** `contact`: the address of this app, for the push service. Never rejects. */
  send(to: PushSubscription, notice: Notice, contact: string): Promise<PushResult>;
}

/** Seconds for which the service keeps a notification for a device that is off. */
const KEPT_S = 86_400;
/** Statuses for a subscription that is unknown to the service, or made with another key. */
const GONE = new Set([403, 404, 410]);
const LONGEST = { title: 200, body: 600 };

export function createPush(deps: PushDeps): Push {
  return {
    key: async () => (await deps.keys())?.public_key,
    async send(to, notice, contact) {
      try {
        return await send(deps, { to, notice, contact });
      } catch (problem) {
        deps.log.warn("push_failed", { problem: String(problem) });
        return "failed";
      }
    },
  };
}

async function send(
  { keys, guard, log, now, random }: PushDeps,
  { to, notice, contact }: { to: PushSubscription; notice: Notice; contact: string },
): Promise<PushResult> {
  const pair = await keys();
  if (!pair) return "failed";
  const short = {
    ...notice,
    title: notice.title.slice(0, LONGEST.title),
    body: notice.body.slice(0, LONGEST.body),
  };
  const answer = await guard.load(to.endpoint, {
    method: "POST",
    redirect: "manual",
    headers: {
      authorization: await authorization(to.endpoint, pair, { now: now(), contact: contactOf(contact) }),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(KEPT_S),
      urgency: "normal",
    },
    body: await encrypt(JSON.stringify(short), to, random),
  });
  if (answer.ok && answer.status >= 200 && answer.status < 300) return "sent";
  if (answer.ok && GONE.has(answer.status)) return "gone";
  log.warn("push_refused", { why: answer.ok ? String(answer.status) : answer.reason });
  return "failed";
}

/** A service requires https or mailto; an instance on a person's own machine has neither. */
function contactOf(address: string): string {
  return address.startsWith("https://") ? address : "mailto:operator@nightjar.invalid";
}
