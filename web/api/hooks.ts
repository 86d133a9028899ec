/** Hooks: addresses that receive events from outside, and their latest deliveries. */
import type { Condition, DeliveryStatus, Verification } from "../../src/domain/hook.ts";
import { call, query, type Result } from "./http.ts";

/** A hook's settings, as a person enters them. */
export interface HookFields {
  name: string;
  instructions: string;
  template: string;
  filter: Condition[];
  agent: string | null;
  conversation: "one" | "each";
  rate_per_minute: number;
  /** Its mail address: the part before the @, and the allowed senders. */
  mail: { name: string; senders: string[] } | null;
  enabled: boolean;
}

export interface Hook extends HookFields {
  id: string;
  path: string;
  mail_address: string | null;
  verification: Verification;
  conversation_id: string | null;
  hint: string;
  deliveries: number;
  /** ISO 8601. */
  last_at: string | null;
  last_status: DeliveryStatus | null;
}

export interface HookDelivery {
  id: string;
  sender_id: string | null;
  status: DeliveryStatus;
  reason: string | null;
  origin: "sender" | "test" | "replay";
  size: number;
  excerpt: string;
  is_kept: boolean;
  conversation_id: string | null;
  at: string;
}

export type HookWithSecret = Hook & { secret: string };

export type NewHook = HookFields & {
  preset?: string;
  verification?: Verification;
  secret?: string;
};

interface Taken {
  status: "accepted" | "duplicate" | "filtered";
  reason?: string;
}

export function listHooks(): Promise<Result<{ items: Hook[] }>> {
  return call("GET", "/hooks");
}

export function createHook(hook: NewHook): Promise<Result<HookWithSecret>> {
  return call("POST", "/hooks", hook);
}

export function changeHook(id: string, change: Partial<NewHook>): Promise<Result<Hook>> {
  return call("PATCH", addressOf(id), change);
}

export function renewSecret(id: string): Promise<Result<HookWithSecret>> {
  return call("POST", `${addressOf(id)}/secret`, {});
}

export function removeHook(id: string): Promise<Result<null>> {
  return call("DELETE", addressOf(id));
}

export function tryHook(id: string): Promise<Result<Taken>> {
  return call("POST", `${addressOf(id)}/test`, {});
}

export function listDeliveries(
  id: string,
  cursor: string | null,
): Promise<Result<{ items: HookDelivery[]; next_cursor: string | null }>> {
  return call("GET", `${addressOf(id)}/deliveries${query({ cursor })}`);
}

export function replayDelivery(id: string, delivery: string): Promise<Result<Taken>> {
  return call("POST", `${addressOf(id)}/deliveries/${encodeURIComponent(delivery)}/replay`, {});
}

function addressOf(id: string): string {
  return `/hooks/${encodeURIComponent(id)}`;
}
