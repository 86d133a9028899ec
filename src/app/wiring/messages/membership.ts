/**
 * Membership reports of a platform: the bot came into a chat or was shut out. They are recorded, and the chat's
 * conversations are told.
 */

import type { Membership } from "../../../channels/channel.ts";
import type { Source } from "../../../domain/inbound.ts";
import { loadWords } from "../../../domain/text/translated/in-language.ts";
import { groupPolicyOf } from "../../../routing/access/access.ts";
import type { Place } from "../../../routing/threads.ts";
import type { House } from "../../house.ts";
import { askConversation } from "../../objects/stubs.ts";
import { placeKey } from "./message-key.ts";

type Bot = Pick<Place, "channel" | "account">;

/** Per place: a platform may report the same twice. */
const GREETED = { most: 1, seconds: 600 };

export async function membership(house: House, bot: Bot, change: Membership): Promise<void> {
  const { thread, name, is_group, is_in } = change;
  const language = change.language ?? house.settings.INSTANCE_LANGUAGE;
  const place = { ...bot, thread };
  const before = await house.channelPlaces.at(place);
  // A direct chat is worth a row only if it is shut.
  if (is_group || !is_in)
    await house.channelPlaces.put({ ...place, name: name.slice(0, 100), is_group, is_in });
  else await house.channelPlaces.remove(place);
  await tellConversations(house, place, is_in ? null : change.reason);
  if (is_in && change.isGreeted && before?.is_in !== true)
    await greet(house, { ...sourceOf(place, is_group), ...(language && { language }) });
}

/** Tells the conversations of the chat's topics too. */
async function tellConversations(
  { env, log, threads }: House,
  place: Place,
  reason: string | null,
): Promise<void> {
  for (const { conversation_id: id, thread } of await threads.within(place)) {
    if (id === null) continue;
    const there = sourceOf({ ...place, thread }, false);
    const result = await askConversation(env, id, async (stub) => stub.shut(there, reason)).catch(String);
    if (typeof result === "string")
      log.warn("membership_not_told", { channel: place.channel, problem: result });
  }
}

async function greet({ tries, tell, channelAccess }: House, to: Source): Promise<void> {
  const counted = { name: `greeted:${placeKey({ key: "", source: to })}`, allowance: GREETED };
  if ((await tries.take([counted])) > 0) return;
  const rules = await channelAccess.cache.of(to);
  const policy = groupPolicyOf({ rules, setting: channelAccess.setting(to.channel, to.account) });
  const say = await loadWords(to.language);
  const words = policy === "open" ? [say(HELLO)] : [say(HELLO), say(policy === "closed" ? CLOSED : LISTED)];
  await tell({ to, markdown: words.join("\n\n"), key: `greeting:${to.thread}` });
}

const HELLO = "Hello. Mention me or reply to me, and I'll answer.";
const CLOSED =
  "So far I only answer people with a linked chat account. My operator can let everybody in on the Channels page.";
const LISTED = "I answer people with a linked chat account, and those listed on the Channels page.";

function sourceOf({ channel, account, thread }: Place, is_group: boolean): Source {
  return {
    channel,
    ...(account !== "" && { account }),
    ...(is_group && { is_group: true as const }),
    sender: thread,
    thread,
  };
}
