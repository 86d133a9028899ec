import { expect, test } from "vitest";
import { mentionIn, route } from "../../../src/routing/route.ts";

const isAgent = (slug: string) => slug === "scholar" || slug === "chef-2";

test.each<[what: string, text: string, wished: string | undefined, answers: string | undefined]>([
  ["what the client asks for, before what the words say", "@scholar hi", "chef-2", "chef-2"],
  ["the agent that the words begin with", "@scholar hi", undefined, "scholar"],
  ["it also without more words", " @Chef-2", undefined, "chef-2"],
  ["the conversation's own, when nobody is named", "hi @scholar", undefined, undefined],
  ["the conversation's own, when the name is nobody's", "@mona hi", undefined, undefined],
])("a message is answered by %s", (_what, text, wished, answers) => {
  expect(route(text, { wished, isAgent })).toBe(answers);
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
