/** Whom a keyword leads to: words that others read are no trap. */
import { expect, test } from "vitest";
import type { Audience } from "../../../src/domain/agent.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { Keywords } from "../../../src/routing/keywords.ts";

const person = (owner: string, role: Principal["role"], more: object = {}): Principal => {
  return { owner, role, name: owner, ...more };
};
const WHO = {
  operator: person("admin", "admin"),
  ann: person("ann", "member"),
  bob: person("bob", "member"),
  client: person("clt_1", "member"),
  guest: person("gus", "guest"),
  stranger: person("bob", "guest", { stranger: true }),
};

function foundBy(owner: string | null, audience: Audience): string[] {
  const keywords = new Keywords([{ slug: "trap", keywords: ["invoice"], owner, audience }]);
  const found = Object.entries(WHO).filter(([, who]) => keywords.in("the invoice, please", who));
  return found.map(([name]) => name);
}

test.each<[string, string | null, Audience, string[]]>([
  ["a member's private agent by nobody, not by them either", "bob", [], []],
  ["one that names its owner alone by nobody", "bob", ["bob"], []],
  ["an agent of the house that is for nobody by nobody, and not by the operator's right", null, [], []],
  ["a member's that was opened to somebody by those two", "bob", ["ann"], ["ann", "bob"]],
  ["one for members by members", null, "people", ["operator", "ann", "bob"]],
  ["one for everyone by everybody", "bob", "everyone", Object.keys(WHO)],
])("%s", (_what, owner, audience, who) => {
  expect(foundBy(owner, audience)).toEqual(who);
});

test("a word of an agent that is not for them leaves the words to the next", () => {
  const keywords = new Keywords([
    { slug: "trap", keywords: ["the invoice", "invoice"], owner: "bob", audience: [] },
    { slug: "clerk", keywords: ["invoice"], owner: null, audience: "people" },
  ]);
  expect(keywords.in("the invoice, please", WHO.ann)?.agent).toBe("clerk");
});
