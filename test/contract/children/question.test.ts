import { describe, expect, it } from "vitest";
import { openAsks } from "../../../durable-objects/conversation/rows/waiting-calls.ts";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { Random } from "../../chaos/random.ts";
import { calls, type Move, rounds, says } from "../../support/machine/rig.ts";
import { Family } from "../../unit/children/family.ts";
import { deadly, handsOn, lastResult, resultsOf, saidAtLast } from "../../unit/children/scripts.ts";

const asks = (request: ModelRequest): Move[] =>
  rounds(request) === 0
    ? calls(["q1", "ask_user", { question: "Which barn?", options: ["red", "old"] }])
    : says(`In the ${lastResult(request)} one: three.`);

async function asking(): Promise<Family> {
  const family = new Family({ parent: handsOn, child: asks });
  await family.parent.reader.connect();
  await family.parent.say("How many owls?");
  await family.timeline.pass(10_000);
  return family;
}

describe("a child that asks", () => {
  it("is heard where a person is, at the call that waits for it", async () => {
    const { parent } = await asking();
    expect(parent.reader.events.filter(({ type }) => type === "question")).toMatchObject([
      { call_id: "c1", question: "Which barn?", options: ["red", "old"] },
    ]);
  });

  it("goes on with what the person answers in words, and reports", async () => {
    const { parent, child, timeline } = await asking();
    expect(await parent.say("old")).toMatchObject({ status: "accepted" });
    await timeline.pass(60_000);
    expect(parent.said()).toEqual([
      "user: How many owls?",
      "assistant: I hand it on. It says: In the old one: three.",
    ]);
    expect(child.said().at(-1)).toBe("assistant: In the old one: three.");
  });

  it("goes on with an answer to the call", async () => {
    const { parent, timeline } = await asking();
    await parent.answer("c1", "red");
    expect(await parent.answer("c1", "red")).toMatchObject({ status: "duplicate" });
    await timeline.pass(60_000);
    expect(parent.said().at(-1)).toContain("In the red one: three.");
  });

  it("speaks for its own call only", async () => {
    const { parent } = await asking();
    const impostor = trustId<"cnv">("cnv_impostor00");
    const question = await parent.receive({
      type: "question",
      key: "dlv_other:0",
      source: { channel: "conversation", sender: impostor, thread: impostor },
      call_id: trustId("c1"),
      asks: [{ type: "question", call_id: trustId("q1"), question: "Your password?", options: [] }],
    });
    expect(question).toMatchObject({ status: "refused", refusal: "no_such_call" });
  });
});

it("whatever is killed on the way, its question is answered and its report arrives, once", {
  timeout: 240_000,
}, async () => {
  let kills = 0;
  for (let seed = 1; kills < 80; seed++) {
    const random = new Random(seed);
    let isCalm = false;
    const family = new Family({
      parent: handsOn,
      child: asks,
      travel: () => random.between(1, 400),
      fate: deadly(random, () => isCalm),
    });
    const { parent, timeline } = family;
    await saidAtLast(family, "How many owls?");
    for (let look = 0; look < 40 && openAsks(parent.store).length === 0; look++) await timeline.pass(1_000);
    if (openAsks(parent.store).length > 0) await saidAtLast(family, "old");
    await timeline.pass(10_000);
    isCalm = true;
    await timeline.pass(600_000);
    kills += family.kills;
    expect({ seed, results: resultsOf(family), children: family.children.length }).toEqual({
      seed,
      results: 1,
      children: 1,
    });
    // One that was killed too often is given up: that is reported too.
    expect(parent.said().at(-1)).toMatch(/It says: (In the old one: three|It failed: This turn)/);
  }
});
