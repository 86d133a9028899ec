/** Connects a chat bot: its values are tried, kept once the platform takes them, and its webhook is set. */
import { GATEWAY_CHANNELS } from "../../../durable-objects/gateway/ports.ts";
import type { ChannelPort, Health } from "../../channels/channel.ts";
import { COMMANDS } from "../../channels/commands/list.ts";
import { isReachable } from "../../connections/reachable.ts";
import type { ChatPlatform } from "../../domain/chat-platforms.ts";
import { connectionNamed } from "../../domain/fields/connections/list.ts";
import { toBase64Url } from "../../platform/bytes.ts";
import type { Services } from "./services.ts";

const PLATFORM_MS = 15_000;

export interface ChatWish {
  channel: ChatPlatform;
  account: string;
  /** Values as entered, over those that were kept before. */
  values: Readonly<Record<string, string>>;
  /** Undefined: as the address allows. */
  receive: "sent" | "fetched" | undefined;
  webhook_url: string;
}

export interface ConnectOutcome {
  is_kept: boolean;
  check: Health;
  note: string | null;
}

type Tried = { port: ChannelPort; values: ChatWish["values"]; health: Health };

/** Expected failures of the platform are part of the outcome. Rejects when the values cannot be kept. */
export async function connectChat(services: Services, wish: ChatWish): Promise<ConnectOutcome> {
  const isSentTo = wish.receive === undefined ? isReachable(wish.webhook_url) : wish.receive === "sent";
  const tried = await tryChat(services, wish, isSentTo);
  if ("problem" in tried) return refusal(tried.problem);
  // An address that was set before does not matter: the next step sets another.
  if (tried.health.status === "broken" && !tried.health.is_about_address)
    return refusal(tried.health.problem);
  await keep(services, wish, tried.values);
  const connected = await register(tried, wish);
  if (connected.status === "ok" || !isSentTo || wish.receive === "sent") return done(connected);
  return fetchInstead(services, wish, connected.problem);
}

async function tryChat(
  services: Services,
  { channel, account, values }: ChatWish,
  isSentTo: boolean,
): Promise<Tried | { problem: string }> {
  const { kinds, connections, trialChannel } = services;
  const signal = AbortSignal.timeout(PLATFORM_MS);
  const env = connections.trial({ name: channel, account, values });
  const entered = { env, account, before: values, isSentTo, secret: newSecret };
  const completed = (await kinds[channel].complete?.(entered, signal)) ?? { ok: true, values: {} };
  if (!completed.ok) return { problem: completed.problem };
  const all = { ...withoutDerived(channel, values), ...completed.values };
  const port = trialChannel({ channel, account, values: all });
  if ("missing" in port) return { problem: `A value is missing: ${port.missing}` };
  const health: Health = (await port.health?.(signal)) ?? { status: "ok", name: "", webhook: null };
  return { port, values: all, health };
}

/** Values as entered, without those that were derived for other ones. */
function withoutDerived(channel: ChatPlatform, values: ChatWish["values"]): ChatWish["values"] {
  const derived = connectionNamed(channel)?.derived ?? [];
  return Object.fromEntries(Object.entries(values).filter(([name]) => !derived.includes(name)));
}

async function register({ port, health }: Tried, { webhook_url: url }: ChatWish): Promise<Health> {
  if (!port.connect) return health;
  return port.connect({ url, commands: COMMANDS }, AbortSignal.timeout(PLATFORM_MS));
}

/** The platform takes the bot and not the address. */
async function fetchInstead(services: Services, wish: ChatWish, why: string): Promise<ConnectOutcome> {
  const tried = await tryChat(services, wish, false);
  if ("problem" in tried) return refusal(tried.problem);
  await keep(services, wish, tried.values);
  const connected = await register(tried, wish);
  return { ...done(connected), note: why };
}

/** Whoever listened for the bot stops or begins before its webhook is set: one that fetches would take it away again. */
async function keep(
  { connections, gateways }: Services,
  { channel, account }: ChatWish,
  values: ChatWish["values"],
): Promise<void> {
  await connections.put({ name: channel, account, values });
  await gateways.ensure(listenerOf({ channel, account }));
}

/** The listener of a bot, if its channel has one. */
export function listenerOf({ channel, account }: Pick<ChatWish, "channel" | "account">) {
  const own = GATEWAY_CHANNELS.find((each) => each === channel);
  return own === undefined ? [] : [{ channel: own, account }];
}

function done(check: Health): ConnectOutcome {
  return { is_kept: true, check, note: null };
}

export function refusal(problem: string): ConnectOutcome {
  return { is_kept: false, check: { status: "broken", problem }, note: null };
}

const SECRET_BYTES = 24;

function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
