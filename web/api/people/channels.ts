/** Channels: for admins the bots' states and who may write to them, for everybody their own chat accounts. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type { Identity, LinkCode, LinkedIdentity } from "../../../src/contract/people/identities.ts";
import { call, query, type Result } from "../http.ts";
import type { Person } from "./people.ts";

export type { Identity };

export const POLICIES = ["closed", "pairing", "allowlist", "open"] as const;
export type Policy = (typeof POLICIES)[number];

export interface ChannelState {
  channel: string;
  account: string;
  label: string;
  missing: string | null;
  policy: Policy;
  policy_by: "app" | "setting";
  warning: string | null;
  default_agent: string | null;
  fallback_agent: string | null;
  health:
    | { status: "ok"; name: string; webhook: string | null }
    | { status: "not_asked" }
    | { status: "broken"; problem: string };
  can_connect: boolean;
  webhook_url: string;
  last_inbound_at: string | null;
  last_error: string | null;
  last_error_at: string | null;
  pending_pairings: number;
}

type Bot = Pick<ChannelState, "channel" | "account">;

export interface AccessRule {
  kind: "group" | "sender";
  id: string;
  rule: string;
  name: string;
}

export interface ChannelPlace {
  thread: string;
  name: string;
  is_group: boolean;
  is_in: boolean;
  changed_at: string;
}

export interface Pairing extends Identity {
  id: string;
  created_at: string;
}

export function listChannels(): Promise<Result<Page<ChannelState>>> {
  return call("GET", "/channels?check=true");
}

/** `policy: null` leaves it to the settings. */
export function setPolicy({ channel, account }: Bot, policy: Policy | null): Promise<Result<ChannelState>> {
  return call("PATCH", `/channels/${channel}`, { account, policy });
}

export function connectChannel({ channel, account }: Bot): Promise<Result<Pick<ChannelState, "health">>> {
  return call("POST", `/channels/${channel}/connect`, { account });
}

export function setDefaults(
  { channel, account }: Bot,
  defaults: Pick<ChannelState, "default_agent" | "fallback_agent">,
): Promise<Result<unknown>> {
  return call("PUT", "/routing/defaults", { channel, account, ...defaults });
}

export function listRules({ channel, account }: Bot): Promise<Result<Page<AccessRule>>> {
  return call("GET", `/channels/${channel}/access${query({ account })}`);
}

export function listPlaces({ channel, account }: Bot): Promise<Result<Page<ChannelPlace>>> {
  return call("GET", `/channels/${channel}/places${query({ account })}`);
}

export function setRule({ channel, account }: Bot, rule: AccessRule): Promise<Result<AccessRule>> {
  return call("PUT", `/channels/${channel}/access`, { account, ...rule });
}

export function removeRule({ channel, account }: Bot, { kind, id }: AccessRule): Promise<Result<unknown>> {
  return call("DELETE", `/channels/${channel}/access${query({ account, kind, id })}`);
}

export function listPairings(): Promise<Result<Page<Pairing>>> {
  return call("GET", "/pairings");
}

/** Approves it for an existing or for a new person. */
export function approvePairing(
  id: string,
  as: { person_id: string } | { role: "member" | "guest" },
): Promise<Result<Person>> {
  return call("POST", `/pairings/${id}/approve`, as);
}

export function denyPairing(id: string): Promise<Result<unknown>> {
  return call("POST", `/pairings/${id}/deny`, {});
}

export function listIdentities(): Promise<Result<Page<Identity>>> {
  return call("GET", "/me/identities");
}

/** `check` only tells whose code it is. */
export function redeemCode(code: string, check: boolean): Promise<Result<LinkedIdentity>> {
  return call("POST", "/me/identities", { code, check });
}

/** The code is sent in a chat with `/link`. */
export function makeLinkCode(): Promise<Result<LinkCode>> {
  return call("POST", "/me/identities/codes", {});
}

export function unlinkIdentity({ channel, account, platform_id }: Identity): Promise<Result<unknown>> {
  return call("DELETE", `/me/identities${query({ channel, account, platform_id })}`);
}

/** The person's identities on channels and at the OpenID provider. */
export function listAccountsOf(id: string): Promise<Result<Page<Identity>>> {
  return call("GET", `/users/${encodeURIComponent(id)}/identities`);
}

export function takeAccountBack(
  id: string,
  { channel, account, platform_id }: Identity,
): Promise<Result<unknown>> {
  const of = query({ channel, account, platform_id });
  return call("DELETE", `/users/${encodeURIComponent(id)}/identities${of}`);
}
