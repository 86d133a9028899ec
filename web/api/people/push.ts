/** Push subscriptions, as the server stores them. */
import { call, type Result } from "../http.ts";

interface Subscribed {
  id: string;
  device: string;
  /** The push service's host. */
  service: string;
  created_at: string;
}

export function readPushKey(): Promise<Result<{ public_key: string }>> {
  return call("GET", "/push/key");
}

export function subscribePush(body: {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  device: string;
}): Promise<Result<Subscribed>> {
  return call("POST", "/push/subscriptions", body);
}

export function unsubscribePush(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/push/subscriptions/${encodeURIComponent(id)}`);
}
