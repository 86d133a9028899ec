/** Hooks: addresses that receive events from outside, and their latest deliveries. */
import type { Page } from "../../src/channels/web/wire.ts";
import type {
  Hook,
  HookChange,
  HookDelivery,
  HookWithSecret,
  NewHookBody,
  TakenDelivery,
} from "../../src/contract/hooks/hooks.ts";
import { call, query, type Result } from "./http.ts";

export type { Hook, HookDelivery, HookWithSecret, NewHookBody };

export function listHooks(): Promise<Result<{ items: Hook[] }>> {
  return call("GET", "/hooks");
}

export function createHook(hook: NewHookBody): Promise<Result<HookWithSecret>> {
  return call("POST", "/hooks", hook);
}

export function changeHook(id: string, change: HookChange): Promise<Result<Hook>> {
  return call("PATCH", addressOf(id), change);
}

export function renewSecret(id: string): Promise<Result<HookWithSecret>> {
  return call("POST", `${addressOf(id)}/secret`, {});
}

export function removeHook(id: string): Promise<Result<null>> {
  return call("DELETE", addressOf(id));
}

export function tryHook(id: string): Promise<Result<TakenDelivery>> {
  return call("POST", `${addressOf(id)}/test`, {});
}

export function listDeliveries(id: string, cursor: string | null): Promise<Result<Page<HookDelivery>>> {
  return call("GET", `${addressOf(id)}/deliveries${query({ cursor })}`);
}

export function replayDelivery(id: string, delivery: string): Promise<Result<TakenDelivery>> {
  return call("POST", `${addressOf(id)}/deliveries/${encodeURIComponent(delivery)}/replay`, {});
}

function addressOf(id: string): string {
  return `/hooks/${encodeURIComponent(id)}`;
}
