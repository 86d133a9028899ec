import { expect, test } from "vitest";
import { inOrderOfUse } from "../../../src/agents/order-of-use.ts";

const agent = (slug: string, owner: string | null = null) => ({ slug, owner });

test("the default agent leads, then one's own, then others; the cast of a room comes last", () => {
  const agents = [
    agent("bart"),
    agent("mine", "ann"),
    agent("nightjar"),
    agent("pianist", "ann"),
    agent("scholar"),
  ];
  const places = [{ cast: ["bart", "pianist", "nightjar"] }];
  const { ordered, in_rooms } = inOrderOfUse(agents, { usual: "nightjar", places, owner: "ann" });
  expect(ordered.map(({ slug }) => slug)).toEqual(["nightjar", "mine", "pianist", "scholar", "bart"]);
  expect(in_rooms).toEqual(["bart"]);
});
