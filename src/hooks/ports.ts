/** What hooks ask of storage. All reject when it fails. */
import type { DeliveryStatus, Hook, HookDelivery, HookFields, HookId } from "./hook.ts";

export interface HookStore {
  /** The newest first. */
  list(owner: string): Promise<Hook[]>;
  get(id: string): Promise<Hook | undefined>;
  /** The one that takes mail under that name. */
  ofMail(name: string): Promise<Hook | undefined>;
  /** Throws `conflict` where its name for mail is taken, or the instance has no secret of its own to seal with. */
  create(hook: Hook, secret: string): Promise<void>;
  /** Throws `conflict` where its name for mail is taken. */
  change(id: HookId, fields: Partial<HookFields>, now: number): Promise<Hook | undefined>;
  /** From now on only this one proves anything. */
  setSecret(id: HookId, secret: string, now: number): Promise<void>;
  /** Empty where it cannot be opened. */
  secretOf(id: HookId): Promise<string>;
  /** With its deliveries. */
  remove(id: HookId): Promise<void>;
  /** Its conversation from now on, unless it has got another one meanwhile. */
  settleIn(id: HookId, conversation: { now: string; was: string | null }): Promise<void>;
}

export interface DeliveryStore {
  /** It is written down once: of a key or a digest that is known already, the earlier row is returned. */
  begin(delivery: HookDelivery): Promise<{ delivery: HookDelivery; isNew: boolean }>;
  /** What became of it, and the hook's own line of it. */
  settle(delivery: HookDelivery, outcome: DeliveryOutcome): Promise<void>;
  /** Newest first. */
  list(hook: HookId, page: { limit: number; before?: string | undefined }): Promise<HookDelivery[]>;
  get(hook: HookId, id: string): Promise<HookDelivery | undefined>;
  /** Proved and written down in that span, and nothing has become of them: the machine died. The longest waiting first. */
  cutOff(span: { from: number; until: number }, limit: number): Promise<HookDelivery[]>;
}

export interface DeliveryOutcome {
  status: DeliveryStatus;
  reason?: string;
  conversation_id?: string;
}
