/** What has to hold after a storm of webhooks. Each throws Broken when it does not. */
import type { Message } from "../../../src/channels/web/wire.ts";
import { must } from "../../support/machine/broken.ts";
import type { Nightjar } from "../../support/process/nightjar.ts";
import { until } from "../../support/process/until.ts";
import type { Tally } from "../tally.ts";
import { notedIn, tagsOf } from "./model.ts";
import type { Arrival, StormPlatform } from "./platforms/platform.ts";
import { AT_ONCE, type Chat, type Sending } from "./sender.ts";

/** Every tag in one answer, in the order of its chat; only what was in flight at a kill may arrive twice. */
export async function checkArrivals(
  { nightjar, platform }: Sending,
  chats: readonly Chat[],
  kills: number,
): Promise<Tally> {
  const all = chats.flatMap(({ tags }) => tags);
  const arrived = await arrivals(platform, all.length);
  const found = new Set([...arrived.values()].flat().flatMap(({ text }) => notedIn(text)));
  const missing = all.filter((tag) => !found.has(tag));
  must(missing.length === 0, "each message is answered", {
    missing,
    undelivered: missing.length === 0 ? [] : await undelivered(nightjar),
  });
  let doubled = 0;
  for (const { id, tags } of chats) {
    const answers = (arrived.get(id) ?? []).map(({ text }) => text);
    const once = answers.filter((text, at) => answers.indexOf(text) === at && !isHalf(text, answers));
    doubled += answers.length - once.length;
    must(once.flatMap(notedIn).join() === tags.join(), "each message is answered once, in order", {
      answers,
      tags,
    });
  }
  must(doubled <= kills * AT_ONCE, "only what was in flight arrives twice", { doubled, kills });
  const answers = [...arrived.values()].flat().length;
  return { answers, "answers that arrived twice": doubled };
}

/** A message that grew and was in flight at a kill: where the platform cannot be asked for it, the whole answer is another one. */
function isHalf(text: string, answers: readonly string[]): boolean {
  return answers.some((other) => other.length > text.length && other.startsWith(text));
}

type Arrived = Map<number, Arrival[]>;

/** Once so many different tags were noted, or nothing more comes; on a busy machine it takes as long as there is one more now and then. */
async function arrivals(platform: StormPlatform, expected: number): Promise<Arrived> {
  const noted = async (): Promise<Arrived> => Map.groupBy(await platform.arrived(), ({ chat }) => chat);
  // An answer that arrived twice stands for no other that is still to come.
  const countOf = (found: Arrived) =>
    new Set([...found.values()].flat().flatMap(({ text }) => notedIn(text))).size;
  let found = await noted();
  for (let before = countOf(found); before < expected; before = countOf(found)) {
    found = await until(noted, (now) => countOf(now) > before).catch(noted);
    if (countOf(found) === before) break;
  }
  return found;
}

/** What became of answers that have not arrived. */
async function undelivered(nightjar: Nightjar): Promise<unknown[]> {
  const ids = await conversationsOf(nightjar);
  const pages = await Promise.all(
    ids.map((id) =>
      nightjar.request<{ items: { status: string }[] }>("GET", `/conversations/${id}/deliveries`),
    ),
  );
  return pages.flatMap(({ items }) => items.filter(({ status }) => status !== "sent"));
}

export async function checkConversations(nightjar: Nightjar, chats: readonly Chat[]): Promise<void> {
  const ids = await conversationsOf(nightjar);
  must(ids.length === chats.length, "a chat is one conversation", { ids: ids.length, chats: chats.length });
  const told = await Promise.all(ids.map((id) => tagsIn(nightjar, id)));
  const found = new Set(told.map((tags) => tags.join()));
  for (const { tags } of chats)
    must(found.has(tags.join()), "each message is in its conversation once, in order", tags);
}

async function conversationsOf(nightjar: Nightjar): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "";
  do {
    const query = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await nightjar.request<{ items: { id: string }[]; next_cursor: string | null }>(
      "GET",
      `/conversations?limit=100${query}`,
    );
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? "";
  } while (cursor !== "");
  return ids;
}

async function tagsIn(nightjar: Nightjar, id: string): Promise<string[]> {
  const { items } = await nightjar.request<{ items: Message[] }>(
    "GET",
    `/conversations/${id}/messages?limit=200`,
  );
  const said = items.filter(({ role }) => role === "user").flatMap(({ parts }) => parts);
  return said.flatMap((part) => (part.type === "text" ? tagsOf(part.text) : []));
}
