/** Channels: for admins the bots' states and who may write to them, for everybody their own chat accounts. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type {
  AccessRule,
  AccessRuleFields,
  Approval,
  ChannelPlace,
  ChannelState,
  ChatBot,
  ConnectedChannel,
  Pairing,
} from "../../../src/contract/channels.ts";
import type { Identity, LinkCode, LinkedIdentity } from "../../../src/contract/people/identities.ts";
import { call, query, type Result } from "../http.ts";
import type { Person } from "./people.ts";

export type { AccessRule, ChannelPlace, ChannelState, ChatBot, Identity, Pairing };

export type Policy = ChannelState["policy"];

type Bot = Pick<ChannelState, "channel" | "account">;

export function listChannels(): Promise<Result<Page<ChannelState>>> {
  return call("GET", "/channels?check=true");
}

/** `policy: null` leaves it to the settings. */
export function setPolicy({ channel, account }: Bot, policy: Policy | null): Promise<Result<ChannelState>> {
  return call("PATCH", `/channels/${channel}`, { account, policy });
}

/** Registers the webhook of a bot, to the address of this page, and its commands. */
export function registerBot({ channel, account }: Bot): Promise<Result<ConnectedChannel>> {
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

export function setRule({ channel, account }: Bot, rule: AccessRuleFields): Promise<Result<AccessRule>> {
  return call("PUT", `/channels/${channel}/access`, { account, ...rule });
}

export function removeRule(
  { channel, account }: Bot,
  { kind, id }: Pick<AccessRule, "kind" | "id">,
): Promise<Result<unknown>> {
  return call("DELETE", `/channels/${channel}/access${query({ account, kind, id })}`);
}

export function listPairings(): Promise<Result<Page<Pairing>>> {
  return call("GET", "/pairings");
}

/** Approves it for an existing or for a new person. */
export function approvePairing(id: string, as: Approval): Promise<Result<Person>> {
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

/** Bots that answer; their platforms are asked meanwhile. */
export function listBots(): Promise<Result<Page<ChatBot>>> {
  return call("GET", "/me/bots");
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
