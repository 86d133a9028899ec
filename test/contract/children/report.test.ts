import { describe, expect, it } from "vitest";
import { Deliveries } from "../../../durable-objects/conversation/rows/outgoing/deliveries.ts";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { Random } from "../../chaos/random.ts";
import { asked, finish, type Move, says, text, wait } from "../../support/machine/rig.ts";
import { Family } from "../../unit/children/family.ts";
import { deadly, handsOn, resultsOf, saidAtLast } from "../../unit/children/scripts.ts";

const counts = (): Move[] => [text("Three "), wait(1_000), text("owls."), finish()];

describe("a child", () => {
  it("gets its task from the conversation that waits, and its answer becomes the result of the call", async () => {
    const family = new Family({ parent: handsOn, child: counts });
    await family.parent.say("How many owls?");
    await family.timeline.pass(60_000);
    expect(family.child.said()).toEqual(["user: Count the owls", "assistant: Three owls."]);
    expect(family.parent.said()).toEqual([
      "user: How many owls?",
      "assistant: I hand it on. It says: Three owls.",
    ]);
    expect(family.child.store.meta).toMatchObject({
      channel: "conversation",
      parent: { conversation_id: family.parent.store.meta.conversation_id, call_id: "c1", depth: 1 },
      owner: family.parent.store.meta.owner,
    });
    const [report] = reportsOf(family);
    expect(report).toMatchObject({ kind: "reply", status: "sent", chunk_count: 1 });
  });

  it("is read after what people have said by then", async () => {
    const child = (): Move[] => [wait(5_000), ...counts()];
    const parent = (request: ModelRequest): Move[] =>
      asked(request).includes("owls") ? handsOn(request) : [wait(4_000), ...says("Yes.")];
    const family = new Family({ parent, child });
    await family.parent.say("How many owls?");
    await family.timeline.pass(4_000);
    await family.parent.say("Hello");
    await family.parent.say("Are you there?");
    await family.timeline.pass(60_000);
    const answered = family.parent.requests.map((request) => asked(request));
    expect(answered).toEqual(["How many owls?", "Hello", "Are you there?", "How many owls?"]);
    expect(family.parent.said().slice(0, 2)).toEqual([
      "user: How many owls?",
      "assistant: I hand it on. It says: Three owls.",
    ]);
  });

  it("may be there before the call has parked", async () => {
    const family = new Family({ parent: handsOn, child: () => says("At once."), travel: () => 0 });
    await family.parent.say("Quick");
    await family.timeline.pass(60_000);
    expect(family.parent.said().at(-1)).toBe("assistant: I hand it on. It says: At once.");
  });

  it("that fails or is stopped says so, as an outcome and not as an answer", async () => {
    const refused: Move = {
      type: "failed",
      failure: { kind: "bad_request", retryable: false, reason: "No." },
      usage: { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 },
      model: "acme/one",
      cost_usd: 0,
    };
    const family = new Family({ parent: handsOn, child: () => [refused] });
    await family.parent.say("Fail");
    await family.timeline.pass(60_000);
    expect(family.parent.said().at(-1)).toContain("It says: It failed: ");
    const stopped = new Family({ parent: handsOn, child: () => [wait(5_000), ...counts()] });
    await stopped.parent.say("Stop");
    await stopped.timeline.pass(1_000);
    await stopped.child.halt();
    await stopped.timeline.pass(60_000);
    expect(stopped.parent.said().at(-1)).toContain("It says: It was stopped: ");
  });

  it("speaks for its own call only", async () => {
    const family = new Family({ parent: handsOn, child: () => [wait(20_000), ...counts()] });
    await family.parent.say("How many owls?");
    await family.timeline.pass(5_000);
    const impostor = trustId<"cnv">("cnv_impostor00");
    const receipt = await family.parent.receive({
      type: "report",
      key: "dlv_other:0",
      source: { channel: "conversation", sender: impostor, thread: impostor },
      call_id: trustId("c1"),
      outcome: { status: "completed", text: "Nine." },
    });
    expect(receipt).toMatchObject({ status: "refused", refusal: "no_such_call" });
    await family.timeline.pass(60_000);
    expect(family.parent.said().at(-1)).toContain("Three owls.");
  });
});

/** As they are stored, whether it is awake or not. */
function reportsOf({ child }: Family) {
  return new Deliveries(child.store.sql).list({ before: null, status: null, limit: 10 });
}

it("whatever is killed on the way, its report arrives, and once", { timeout: 240_000 }, async () => {
  let kills = 0;
  for (let seed = 1; kills < 100; seed++) {
    const random = new Random(seed);
    let isCalm = false;
    const family = new Family({
      parent: handsOn,
      child: counts,
      travel: () => random.between(1, 400),
      fate: deadly(random, () => isCalm),
    });
    await saidAtLast(family, "How many owls?");
    await family.timeline.pass(20_000);
    isCalm = true;
    await family.timeline.pass(600_000);
    kills += family.kills;
    const { parent: rig } = family;
    expect({ seed, results: resultsOf(family), children: family.children.length }).toEqual({
      seed,
      results: 1,
      children: 1,
    });
    // One that was killed too often is given up: that is reported too.
    expect(rig.said().at(-1)).toMatch(/^assistant: I hand it on. It says: (Three owls|It failed: This turn)/);
    expect(reportsOf(family)).toMatchObject([{ status: "sent" }]);
  }
});
