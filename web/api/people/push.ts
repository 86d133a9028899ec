/** Push subscriptions, as the server stores them. */
import type { PushKey, PushSubscription, PushSubscriptionFields } from "../../../src/contract/people/push.ts";
import { call, type Result } from "../http.ts";

export function readPushKey(): Promise<Result<PushKey>> {
  return call("GET", "/push/key");
}

export function subscribePush(body: PushSubscriptionFields): Promise<Result<PushSubscription>> {
  return call("POST", "/push/subscriptions", body);
}

export function unsubscribePush(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/push/subscriptions/${encodeURIComponent(id)}`);
}
