/** D1 takes patterns of 50 bytes: words of other alphabets are longer than that sooner. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { somebody } from "../people/somebody.ts";
import { withLimits } from "./limits.ts";

const TITLES = [
  "Достопримечательностями Переосвидетельствования",
  "Ηλεκτροεγκεφαλογράφημα και αιματοκυτταρολογία",
  "กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk of 1900 and % and _ in its name",
];

test.each(TITLES)("a conversation called %s is found by its title", async (title) => {
  const ann = await somebody("member");
  const made = (await (await ann.ask("POST", "/conversations", { title })).json()) as { id: string };
  const sought = encodeURIComponent(title.slice(2));
  const found = await ann.ask("GET", `/conversations?q=${sought}`);
  expect(found.status).toBe(200);
  const { items } = (await found.json()) as { items: { id: string }[] };
  expect(items.map(({ id }) => id)).toContain(made.id);
});

test("a longer pattern is refused in tests, as it is there", () => {
  const { DB } = withLimits(env as unknown as Env);
  const byTitle = DB.prepare("SELECT 1 FROM conversations WHERE id = ? AND title LIKE ?");
  expect(() => byTitle.bind("a", TITLES[0])).toThrow("d1_pattern");
  expect(() => byTitle.bind(TITLES[0], "%a%")).not.toThrow();
});
