/** Of an album in a group only one picture has the words that name the bot. */
import { expect, test } from "vitest";
import { telegramChannel } from "../../../../src/channels/telegram/port.ts";
import { entity, groupMessage, update } from "../../../support/telegram/updates.ts";
import { ALONE, BOT, requestOf } from "./reader.ts";

const photo = [{ file_id: "p" }];
const caption = "@wire_bot look";
const named = (album: string) => ({
  photo,
  media_group_id: album,
  caption,
  caption_entities: [entity(caption, "@wire_bot", "mention")],
});
const unnamed = (album: string) => ({ photo, media_group_id: album });

/** Isolates of one instance. `pauses`: what happens while one waits. */
function isolates(count: number, pauses: (() => unknown)[] = []) {
  const marked = new Set<string>();
  let waited = 0;
  const deps = {
    ...ALONE,
    marks: {
      put: async (name: string) => void marked.add(name),
      has: async (name: string) => marked.has(name),
    },
    pause: async () => {
      waited += 1;
      await pauses.shift()?.();
    },
  };
  const ports = Array.from({ length: count }, () => telegramChannel(BOT, deps));
  const isFor = async (isolate: number, message: Record<string, unknown>): Promise<boolean> => {
    const sent = update({ message: groupMessage(message) });
    const parsed = await ports[isolate]?.parse(requestOf(JSON.stringify(sent)));
    const [inbound] = parsed?.status === "inbound" ? parsed.inbounds : [];
    return inbound?.type === "user_message" && inbound.is_addressed === true;
  };
  return { isFor, waited: () => waited };
}

test("the others are for the bot as well, those of another album are not", async () => {
  const { isFor } = isolates(1);
  expect(await isFor(0, named("al-1"))).toBe(true);
  expect(await isFor(0, unnamed("al-1"))).toBe(true);
  expect(await isFor(0, unnamed("al-2"))).toBe(false);
});

test("so are those that come to another isolate", async () => {
  const { isFor, waited } = isolates(2);
  await isFor(0, named("al-1"));
  expect(await isFor(1, unnamed("al-1"))).toBe(true);
  expect(waited()).toBe(0);
});

test("and those that come before it, each of them", async () => {
  const pauses: (() => unknown)[] = [];
  const { isFor } = isolates(2, pauses);
  pauses.push(
    () => undefined,
    () => isFor(0, named("al-1")),
  );
  const early = [isFor(1, unnamed("al-1")), isFor(1, unnamed("al-1"))];
  expect(await Promise.all(early)).toEqual([true, true]);
});

test("an album that nobody named the bot in is waited for once", async () => {
  const { isFor, waited } = isolates(1);
  for (let n = 0; n < 5; n++) expect(await isFor(0, unnamed("al-1"))).toBe(false);
  expect(waited()).toBe(3);
  expect(await isFor(0, named("al-1"))).toBe(true);
  expect(await isFor(0, unnamed("al-1"))).toBe(true);
});
