import { describe, expect, test } from "vitest";
import { trustId } from "../../../src/domain/ids.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { Keywords } from "../../../src/routing/keywords.ts";
import {
  explain,
  mentionIn,
  type RoutableMessage,
  type RoutingFacts,
  route,
} from "../../../src/routing/route.ts";
import { computed } from "../../support/computed.ts";

const AGENTS = ["scholar", "chef-2", "clerk"];
const ANN: Principal = { owner: "psn_ann", role: "member", name: "Ann" };
const OPEN = { owner: null, audience: "people" } as const;
const keywords = new Keywords([
  { slug: "chef-2", keywords: ["recipe", "Crème brûlée", "料理"], ...OPEN },
  { slug: "clerk", keywords: ["invoice", "recipe book"], ...OPEN },
]);
const CURRENT = trustId<"cnv">("cnv_current000");

const known = (change: Partial<RoutingFacts> = {}): RoutingFacts => ({
  isAgent: (slug) => AGENTS.includes(slug),
  isTheirs: (slug) => AGENTS.includes(slug),
  bound: { agent: null, room: null },
  current: null,
  defaults: { default_agent: null, fallback_agent: null },
  keyword: (text) => keywords.in(text, ANN),
  ...change,
});
const asked = (text: string, change: Partial<RoutableMessage> = {}): RoutableMessage => ({
  text,
  is_group: false,
  ...change,
});
const GROUP = { is_group: true };
const OVERHEARD = { is_group: true, is_addressed: false };
const TO_BOT = { is_group: true, is_addressed: true };
const ALL = {
  bound: { agent: "clerk", room: null },
  current: CURRENT,
  defaults: { default_agent: "chef-2", fallback_agent: "chef-2" },
};

test.each<
  [what: string, RoutableMessage, Partial<RoutingFacts>, by: string | undefined, agent: string | null]
>([
  [
    "what the client asks for, before what the words say",
    asked("@scholar hi", { requested: "chef-2" }),
    ALL,
    "named",
    "chef-2",
  ],
  ["the agent that the words begin with", asked("@scholar hi"), ALL, "named", "scholar"],
  ["it also without more words", asked(" @Chef-2"), {}, "named", "chef-2"],
  [
    "whom it replies to, when the name is nobody's",
    asked("@mona hi", { replied_to: "scholar" }),
    ALL,
    "reply",
    "scholar",
  ],
  [
    "whom the thread is bound to, when it replies to one who is gone",
    asked("hi", { replied_to: "mona" }),
    ALL,
    "bound",
    "clerk",
  ],
  [
    "a room that the thread is bound to",
    asked("hi"),
    { ...ALL, bound: { agent: null, room: "bar" } },
    "bound",
    null,
  ],
  [
    "the thread's conversation, when whom it is bound to is gone",
    asked("hi"),
    { ...ALL, bound: { agent: "mona", room: null } },
    "current",
    null,
  ],
  [
    "the thread's conversation, though a keyword is in it",
    asked("invoice", GROUP),
    { current: CURRENT },
    "current",
    null,
  ],
  [
    "the channel's agent in a direct message, though a keyword is in it",
    asked("invoice"),
    { defaults: ALL.defaults },
    "default",
    "chef-2",
  ],
  ["the instance's default in a direct message where the channel has none", asked("hi"), {}, "default", null],
  [
    "the instance's default in a direct message where the channel's is gone",
    asked("hi"),
    { defaults: { default_agent: "mona", fallback_agent: null } },
    "default",
    null,
  ],
  ["the agent of a keyword in a group", asked("Where is my INVOICE?", GROUP), {}, "keyword", "clerk"],
  ["the agent of the longer keyword", asked("is it in the recipe book", GROUP), {}, "keyword", "clerk"],
  ["the agent of a keyword in another script", asked("今日の料理は何ですか", GROUP), {}, "keyword", "chef-2"],
  [
    "the agent of a keyword of several words, with its accents",
    asked("a CRÈME BRÛLÉE, please", GROUP),
    {},
    "keyword",
    "chef-2",
  ],
  ["nobody for a part of a word", asked("reinvoiced", GROUP), {}, undefined, null],
  [
    "the channel's fallback agent",
    asked("hi @scholar", GROUP),
    { defaults: ALL.defaults },
    "fallback",
    "chef-2",
  ],
  [
    "nobody in a group where the channel's agent is gone",
    asked("hi", GROUP),
    { defaults: { default_agent: "clerk", fallback_agent: "mona" } },
    undefined,
    null,
  ],
  ["nobody in a group where the channel has none", asked("hi", GROUP), {}, undefined, null],
  ["nobody where people in a group speak to each other", asked("hi", OVERHEARD), ALL, undefined, null],
  ["an agent by its name, in a group too", asked("@scholar hi", OVERHEARD), ALL, "named", "scholar"],
  [
    "an agent by its keyword, where they speak to each other",
    asked("the invoice?", OVERHEARD),
    ALL,
    "keyword",
    "clerk",
  ],
  [
    "whom the thread is bound to, where it answers everything",
    asked("hi", OVERHEARD),
    { bound: { agent: "clerk", room: null, answers_all: true } },
    "bound",
    "clerk",
  ],
  [
    "the thread's conversation in a group, where it is said to the bot",
    asked("hi", TO_BOT),
    { current: CURRENT },
    "current",
    null,
  ],
  [
    "the instance's default in a group, where it is said to the bot",
    asked("hi", TO_BOT),
    {},
    "fallback",
    null,
  ],
  [
    "the channel's default in a group, where it is said to the bot",
    asked("hi", TO_BOT),
    { defaults: { default_agent: "clerk", fallback_agent: null } },
    "fallback",
    "clerk",
  ],
])("a message is answered by %s", (_what, message, change, by, agent) => {
  const answering = route(message, known(change));
  expect(answering?.by).toBe(by);
  expect(answering?.agent ?? null).toBe(agent);
  expect(explain(message, known(change)).answering).toEqual(answering);
});

test("an explanation names each condition up to the one that holds", () => {
  const { conditions } = explain(asked("invoice", GROUP), known());
  expect(conditions.map(({ condition, holds }) => `${condition} ${holds}`)).toEqual([
    "named false",
    "reply false",
    "bound false",
    "current false",
    "default false",
    "keyword true",
  ]);
  expect(conditions.at(-1)?.because).toBe('"invoice" is a keyword of clerk.');
});

test.each([
  ["@scholar, hi", "scholar"],
  ["@scholar: hi", "scholar"],
  ["@scholar.", "scholar"],
  ["@scholar_x hi", undefined],
  ["@-x", undefined],
  ["scholar@example.org", undefined],
  [`@${"x".repeat(64)}`, undefined],
  ["", undefined],
])("in %j the name is %j", (text, name) => {
  expect(mentionIn(text)).toBe(name);
});

describe("a thousand agents with ten keywords each", () => {
  const agents = Array.from({ length: 1_000 }, (_, agent) => ({
    slug: `agent-${agent}`,
    ...OPEN,
    keywords: Array.from({ length: 10 }, (__, word) => `word${agent}x${word} of thing`),
  }));
  const many = new Keywords(agents);

  test("are decided between in under a millisecond, however long the message", async () => {
    const text = `${"of thing word1x ".repeat(400)} word999x9 of thing`.slice(-4_000);
    const message = asked(text, GROUP);
    const house = known({ keyword: (words) => many.in(words, ANN) });
    const each: number[] = [];
    // The quickest of several: the first ones run before the code is compiled, and other threads share the caches.
    for (let round = 0; round < 10; round++) {
      const { result: agents, ms } = await computed(() =>
        Array.from({ length: 20 }, () => route(message, house)?.agent),
      );
      expect(new Set(agents)).toEqual(new Set(["agent-999"]));
      each.push(ms / agents.length);
    }
    expect(Math.min(...each)).toBeLessThan(1);
  });
});
