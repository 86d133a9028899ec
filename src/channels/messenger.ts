/** Sends an agent's words to its owner in another conversation, through that conversation's inbox. */
import type { AddressedMessage, Messenger, Reaction, SendResult } from "../agent/ports/messenger.ts";
import type { Receipt } from "../domain/conversation/receipt.ts";
import type { Channel, Notice } from "../domain/inbound.ts";
import type { Channels } from "./channel.ts";
import { type ChannelKinds, kindNamed, notSetUp, reachedBy } from "./kinds.ts";

/** A conversation as listed in the index. */
export interface Reachable {
  id: string;
  owner: string;
  channel: string;
  title: string;
}

interface MessengerDeps {
  kinds: ChannelKinds;
  channels: Channels;
  /** Undefined when there is none. */
  conversation(id: string): Promise<Reachable | undefined>;
  /** The owner's newest conversation on any of these channels, without archived ones and `except`. */
  newest(owner: string, channels: readonly Channel[], except: string): Promise<Reachable | undefined>;
  channelsOf(owner: string): Promise<string[]>;
  /** Undefined when the conversation is gone. */
  deliver(conversation: string, owner: string, notice: Notice): Promise<Receipt | undefined>;
  /** Creates a conversation in the web app, or says why not; the same key gives the same conversation. */
  begin(spoken: AddressedMessage): Promise<Reachable | { problem: string }>;
}

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

/** Whether messages can be delivered on that channel. */
function isSetUp({ kinds, channels }: MessengerDeps, channel: string): boolean {
  const kind = kindNamed(kinds, channel);
  return kind?.carried === true && !("missing" in channels.get(kind.name));
}

async function send(deps: MessengerDeps, spoken: AddressedMessage): Promise<SendResult> {
  const target = await targetOf(deps, spoken);
  if ("problem" in target) return { ok: false, problem: target.problem };
  const { owner, from, text, agent, key, trust } = spoken;
  const receipt = await deps.deliver(target.id, owner, {
    type: "notice",
    key: `said:${from}:${key}`,
    source: { channel: "system", sender: from },
    text,
    spoken_by: { agent: agent.slug, author: agent.name },
    ...(trust === "untrusted" && { trust }),
  });
  if (!receipt) return { ok: false, problem: noSuch(spoken.to) };
  if (receipt.status === "refused") return { ok: false, problem: receipt.reason };
  return { ok: true, where: whereOf(deps.kinds, target) };
}

async function targetOf(
  deps: MessengerDeps,
  spoken: AddressedMessage,
): Promise<Reachable | { problem: string }> {
  const { owner, from, to } = spoken;
  if (to === from) return { problem: "That is this conversation: your answer appears here without a tool." };
  if (to.startsWith("cnv_")) {
    const found = await deps.conversation(to);
    return found?.owner === owner ? reachable(deps, found) : { problem: noSuch(to) };
  }
  const place = kindNamed(deps.kinds, to);
  const channels = reachedBy(deps.kinds, to);
  if (!place || channels.length === 0)
    return { problem: `${to} is not a place that messages can be sent to.` };
  const closed = place.carried ? problemOf(deps, place.name) : undefined;
  if (closed !== undefined) return { problem: closed };
  const newest = await deps.newest(owner, channels, from);
  if (newest) return newest;
  return place.carried ? { problem: neverWritten(place.label) } : deps.begin(spoken);
}

/** Why nothing can be delivered on that channel; undefined when it can. */
function problemOf({ kinds, channels }: MessengerDeps, channel: Channel): string | undefined {
  const port = channels.get(channel);
  return "missing" in port ? notSetUp(kinds[channel], port.missing) : undefined;
}

function reachable(deps: MessengerDeps, found: Reachable): Reachable | { problem: string } {
  const kind = kindNamed(deps.kinds, found.channel);
  const problem = kind?.carried ? problemOf(deps, kind.name) : undefined;
  return problem === undefined ? found : { problem };
}

function whereOf(kinds: ChannelKinds, { title, channel }: Reachable): string {
  const kind = kindNamed(kinds, channel);
  const place = kind?.carried ? kind.label : kinds.web.label;
  return title === "" ? place : `${place}, "${title}"`;
}

async function react({ kinds, channels }: MessengerDeps, reaction: Reaction): Promise<SendResult> {
  const { source, emoji, signal } = reaction;
  const { channel } = source;
  const { label, carried } = kinds[channel];
  // The web app shows the call itself, with the message that it belongs to.
  if (channel === "web") return { ok: true, where: label };
  if (!carried) return { ok: false, problem: `${label} doesn't show reactions.` };
  const port = channels.get(channel, source.account);
  if ("missing" in port) return { ok: false, problem: notSetUp(kinds[channel], port.missing) };
  if (!port.react || source.message === undefined)
    return { ok: false, problem: `${label} doesn't accept reactions to this message.` };
  const delivered = await port.react({ to: source, emoji }, signal);
  return delivered.status === "sent" ? { ok: true, where: label } : { ok: false, problem: delivered.reason };
}

function noSuch(id: string): string {
  return `There is no conversation ${id} of this person.`;
}

function neverWritten(label: string): string {
  return `There is no conversation on ${label} yet. The person has to write there first.`;
}
