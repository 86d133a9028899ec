/** Storage ports of hooks. All methods reject when storage fails. */
import type { DeliveryStatus } from "../domain/hook.ts";
import type { Hook, HookDelivery, HookFields, HookId } from "./hook.ts";

export interface HookStore {
  /** Newest first. */
  list(owner: string): Promise<Hook[]>;
  get(id: string): Promise<Hook | undefined>;
  /** The hook that receives mail under that name. */
  ofMail(name: string): Promise<Hook | undefined>;
  /**
   * Throws `conflict` if its mail name is taken, or if the instance has no key of its own to seal the secret
   * with.
   */
  create(hook: Hook, secret: string): Promise<void>;
  /** Throws `conflict` if its mail name is taken. */
  change(id: HookId, fields: Partial<HookFields>, now: number): Promise<Hook | undefined>;
  /** Replaces the secret: the old one stops working at once. */
  setSecret(id: HookId, secret: string, now: number): Promise<void>;
  /** Empty if the secret cannot be unsealed. */
  secretOf(id: HookId): Promise<string>;
  /** Removes the hook's deliveries too. */
  remove(id: HookId): Promise<void>;
  /** Sets the hook's conversation, unless another one was set meanwhile. */
  settleIn(id: HookId, conversation: { now: string; was: string | null }): Promise<void>;
}

export interface DeliveryStore {
  /** Inserts the delivery once: if its key or digest is known already, the earlier row is returned. */
  begin(delivery: HookDelivery): Promise<{ delivery: HookDelivery; isNew: boolean }>;
  /** Records the delivery's outcome, and updates the hook's own counters. */
  settle(delivery: HookDelivery, outcome: DeliveryOutcome): Promise<void>;
  /** Newest first. */
  list(hook: HookId, page: { limit: number; before?: string | undefined }): Promise<HookDelivery[]>;
  get(hook: HookId, id: string): Promise<HookDelivery | undefined>;
  /**
   * Deliveries of that span that were verified and stored but have no outcome: the machine died. Oldest
   * first.
   */
  cutOff(span: { from: number; until: number }, limit: number): Promise<HookDelivery[]>;
}

export interface DeliveryOutcome {
  status: DeliveryStatus;
  reason?: string;
  conversation_id?: string;
}
