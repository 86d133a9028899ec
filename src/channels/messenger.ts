/** How an agent's words reach its owner elsewhere: by the inbox of the conversation that is meant. */
import type { Messenger, Reaction, Sent, Spoken } from "../agent/ports/messenger.ts";
import type { Channel, Notice, Receipt } from "../domain/inbound.ts";
import { type Channels, needsDelivery } from "./channel.ts";

/** A conversation as the index knows it. */
export interface Reachable {
  id: string;
  owner: string;
  channel: string;
  title: string;
}

export interface MessengerDeps {
  channels: Channels;
  /** Undefined when there is none. */
  conversation(id: string): Promise<Reachable | undefined>;
  /** The owner's newest one on any of these channels, archived ones and `except` left out. */
  newest(owner: string, channels: readonly Channel[], except: string): Promise<Reachable | undefined>;
  channelsOf(owner: string): Promise<string[]>;
  /** Undefined when the conversation is gone. */
  deliver(conversation: string, owner: string, notice: Notice): Promise<Receipt | undefined>;
  /** A new conversation of the web app; the same key gives the same one. */
  begin(spoken: Spoken): Promise<Reachable>;
}

/** Conversations that people come to themselves are all shown in the web app. */
const WEB: readonly Channel[] = ["web", "http", "cli", "system"];
const REACHED_BY: Readonly<Record<string, readonly Channel[]>> = {
  web: WEB,
  telegram: ["telegram"],
  discord: ["discord"],
  slack: ["slack"],
  whatsapp: ["whatsapp"],
};

export function createMessenger(deps: MessengerDeps): Messenger {
  return {
    async places(owner) {
      const used = (await deps.channelsOf(owner)).filter((channel) => isSetUp(deps, channel));
      return ["web", ...used.sort()];
    },
    send: (spoken) => send(deps, spoken),
    react: (reaction) => react(deps, reaction),
  };
}

function isSetUp({ channels }: MessengerDeps, channel: string): boolean {
  return needsDelivery(channel as Channel) && channels.get(channel as Channel) !== undefined;
}

async function send(deps: MessengerDeps, spoken: Spoken): Promise<Sent> {
  const target = await targetOf(deps, spoken);
  if ("problem" in target) return { ok: false, problem: target.problem };
  const { owner, from, text, agent, key } = spoken;
  const receipt = await deps.deliver(target.id, owner, {
    type: "notice",
    key: `said:${from}:${key}`,
    source: { channel: "system", sender: from },
    text,
    spoken_by: { agent: agent.slug, author: agent.name },
  });
  if (!receipt) return { ok: false, problem: noSuch(spoken.to) };
  if (receipt.status === "refused") return { ok: false, problem: receipt.reason };
  return { ok: true, where: whereOf(target) };
}

async function targetOf(deps: MessengerDeps, spoken: Spoken): Promise<Reachable | { problem: string }> {
  const { owner, from, to } = spoken;
  if (to === from)
    return { problem: "That is this conversation: what you answer is shown here without a tool." };
  if (to.startsWith("cnv_")) {
    const found = await deps.conversation(to);
    return found?.owner === owner ? reachable(deps, found) : { problem: noSuch(to) };
  }
  const channels = Object.hasOwn(REACHED_BY, to) ? REACHED_BY[to] : undefined;
  if (!channels) return { problem: `${to} is not a place to send to.` };
  if (to !== "web" && !isSetUp(deps, to)) return { problem: notSetUp(to) };
  const newest = await deps.newest(owner, channels, from);
  if (newest) return newest;
  return to === "web" ? deps.begin(spoken) : { problem: neverWritten(to) };
}

function reachable(deps: MessengerDeps, found: Reachable): Reachable | { problem: string } {
  const { channel } = found;
  if (!needsDelivery(channel as Channel) || isSetUp(deps, channel)) return found;
  return { problem: notSetUp(channel) };
}

function whereOf({ title, channel }: Reachable): string {
  const place = needsDelivery(channel as Channel) ? nameOf(channel) : "the web app";
  return title === "" ? place : `${place}, "${title}"`;
}

async function react({ channels }: MessengerDeps, reaction: Reaction): Promise<Sent> {
  const { source, emoji, signal } = reaction;
  const { channel } = source;
  // The web app shows the call itself at the message that it belongs to.
  if (channel === "web") return { ok: true, where: "the web app" };
  if (!needsDelivery(channel)) return { ok: false, problem: `Reactions are not shown on ${channel}.` };
  const port = channels.get(channel);
  if (!port) return { ok: false, problem: notSetUp(channel) };
  if (!port.react || source.message === undefined)
    return { ok: false, problem: `${nameOf(channel)} takes no reaction to this message.` };
  const delivered = await port.react({ to: source, emoji }, signal);
  return delivered.status === "sent"
    ? { ok: true, where: nameOf(channel) }
    : { ok: false, problem: delivered.reason };
}

function noSuch(id: string): string {
  return `There is no conversation ${id} of this person.`;
}

function notSetUp(channel: string): string {
  return `${nameOf(channel)} is not set up on this instance: its operator has to set it up first.`;
}

function neverWritten(channel: string): string {
  return `There is no conversation on ${nameOf(channel)} yet: the person has to write there first.`;
}

function nameOf(channel: string): string {
  return channel === "whatsapp" ? "WhatsApp" : `${channel.charAt(0).toUpperCase()}${channel.slice(1)}`;
}
