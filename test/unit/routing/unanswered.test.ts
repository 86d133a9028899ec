import { expect, test } from "vitest";
import type { Audience } from "../../../src/domain/agent.ts";
import type { AccessPolicy } from "../../../src/routing/access/access.ts";
import { warnOfUnanswered } from "../../../src/routing/unanswered.ts";

const agent = (audience: Audience, slug = "owl", owner: string | null = "ann") => ({
  slug,
  name: slug.toUpperCase(),
  owner,
  audience,
});
const of = (policy: AccessPolicy, audience: Audience) =>
  warnOfUnanswered({ policy, agents: [agent(audience), agent(audience)] });

test.each<[AccessPolicy, Audience, RegExp | undefined]>([
  ["closed", [], undefined],
  ["open", "everyone", undefined],
  ["open", "people", /^The agent that answers here, OWL \(owl\), does not talk to a stranger: .*Open OWL/],
  ["open", ["bob"], /a stranger/],
  ["allowlist", "people", /a sender who is listed/],
  ["pairing", "everyone", undefined],
  ["pairing", "people", /by a code as a guest/],
  ["pairing", ["bob"], /by a code as somebody new/],
])("where it is %s and the agent is for %j", (policy, audience, warning) => {
  const told = of(policy, audience);
  if (warning) expect(told).toMatch(warning);
  else expect(told).toBeUndefined();
  expect(told?.match(/does not talk/g)?.length ?? 0).toBe(warning ? 1 : 0);
});

test("an agent of the operator's own is not the strangers', and each one is named", () => {
  const agents = [agent([], "own", "admin"), agent("people", "one"), agent("people", "two")];
  expect(warnOfUnanswered({ policy: "open", agents })).toMatch(/OWN .*ONE .*TWO /);
});
