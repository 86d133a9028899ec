/** A large house: what a message costs before anybody answers. */
import { expect, test } from "vitest";
import type { Principal } from "../../../src/domain/principal.ts";
import { Keywords } from "../../../src/routing/keywords.ts";
import { route } from "../../../src/routing/route.ts";
import type { Place } from "../../../src/routing/threads.ts";
import { ThreadCache, type ThreadRows } from "../../../src/storage/d1/index/thread-cache.ts";
import { computed } from "../../support/computed.ts";

const ANN: Principal = { owner: "psn_ann", role: "member", name: "Ann" };
const AGENTS = 1_000;
const THREADS = 10_000;

const agentOf = (thread: number) => `agent-${thread % AGENTS}`;

function placeOf(thread: number): Place {
  return { channel: "telegram", account: "", thread: String(thread) };
}

test("ten thousand threads and a thousand agents are decided between in under a millisecond, without asking D1", async () => {
  let reads = 0;
  const store: ThreadRows = {
    link: async () => undefined,
    beginAnew: async () => undefined,
    defaults: async () => ({ default_agent: null, fallback_agent: null }),
    at: async (place: Place) => {
      reads += 1;
      const number = Number(place.thread);
      // Every other one is bound; in the others a keyword decides.
      const agent = number % 2 === 0 ? agentOf(number) : null;
      return {
        ...place,
        owner: "psn_ann",
        conversation_id: null,
        agent,
        room: null,
        answers_all: true,
        mirror: false,
        is_group: true,
        generation: 0,
        previous_id: null,
      };
    },
  };
  const cache = new ThreadCache(store, () => 0);
  const channel = { channel: "telegram", account: "" } as const;
  for (let thread = 0; thread < THREADS; thread++) await cache.at(placeOf(thread));
  await cache.defaults(channel);
  const slugs = new Set(Array.from({ length: AGENTS }, (_, agent) => `agent-${agent}`));
  const keywords = new Keywords(
    [...slugs].map((slug) => ({ slug, keywords: [`word of ${slug}`], owner: null, audience: "people" })),
  );
  const decided = (number: number) => {
    const thread = cache.at(placeOf(number));
    const defaults = cache.defaults(channel);
    if (!thread || thread instanceof Promise || defaults instanceof Promise)
      throw new Error("it is not in memory");
    const known = {
      isAgent: (slug: string) => slugs.has(slug),
      isTheirs: (slug: string) => slugs.has(slug),
      bound: { agent: thread.agent, room: thread.room },
      current: thread.conversation_id,
      defaults,
      keyword: (text: string) => keywords.in(text, ANN),
    };
    const text = `Good morning, a word of ${agentOf(number)} please.`;
    return route({ text, is_group: true, is_addressed: true }, known)?.agent;
  };
  const numbers = Array.from({ length: 200 }, (_, index) => (index * 7_919) % THREADS);
  const each: number[] = [];
  // The quickest of several: the first ones run before the code is compiled, and other threads share the caches.
  for (let round = 0; round < 10; round++) {
    const { result: agents, ms } = await computed(() => numbers.map(decided));
    expect(agents).toEqual(numbers.map(agentOf));
    each.push(ms / numbers.length);
  }
  expect(Math.min(...each)).toBeLessThan(1);
  expect(reads).toBe(THREADS);
});
