import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Subscribers } from "../../../../durable-objects/conversation/readers/subscribers.ts";
import { turnEnd } from "../../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import type { Receipt } from "../../../../src/domain/conversation/receipt.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import { textOf } from "../../../../src/domain/message.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import type { Fate } from "../../../support/machine/machine.ts";
import { ConversationRig, calls, type RigOptions, says, wait } from "../../../support/machine/rig.ts";

import { testBucket } from "../trail/bucket.ts";
import { rebuilding } from "./rebuilding.ts";

/** Each answer takes two seconds. */
function slow(options: RigOptions = {}): ConversationRig {
  let answers = 0;
  return new ConversationRig({
    model: () => [wait(2_000), ...says(`answer ${++answers}`)],
    ...options,
  });
}

/** The second message comes while the first is answered. */
async function queued(options: RigOptions = {}) {
  const rig = slow(options);
  await rig.reader.connect();
  await rig.say("One");
  await rig.pass(500);
  return { rig, second: await rig.say("Two") };
}

async function withdrawn(rig: ConversationRig, receipt: Receipt) {
  if (receipt.status === "refused" || receipt.message_id === null) throw new Error("it was refused");
  const id = trustId<"msg">(receipt.message_id);
  const done = await rig.machine.request((awake) => awake.changes.deleteMessage(id));
  if (!done.reached) throw new Error("it was not reached");
  return done.value;
}

const turnOf = (receipt: Receipt) =>
  trustId<"trn">(receipt.status === "refused" ? "" : (receipt.turn_id ?? ""));

describe("a message that waits behind an answer", () => {
  it("is withdrawn: the answer goes on, and nobody reads it", async () => {
    const { rig, second } = await queued();
    expect(await withdrawn(rig, second)).toBeUndefined();
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: answer 1"]);
    expect([rig.requests.length, rig.store.turns.open()]).toEqual([1, []]);
    await rig.say("Three");
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: answer 1", "user: Three", "assistant: answer 2"]);
    expect(JSON.stringify(rig.requests.at(-1))).not.toContain("Two");
  });

  it("leaves those behind it to be answered in their place", async () => {
    const { rig, second } = await queued();
    await rig.say("Three");
    await withdrawn(rig, second);
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: answer 1", "user: Three", "assistant: answer 2"]);
  });

  it("is withdrawn where it stands behind another that waits", async () => {
    const { rig } = await queued();
    await withdrawn(rig, await rig.say("Three"));
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: answer 1", "user: Two", "assistant: answer 2"]);
  });

  it("tells whoever waits for its answer that there is none", async () => {
    const { rig, second } = await queued();
    await withdrawn(rig, second);
    await rig.pass();
    const own = rig.reader.events.filter(({ turn_id }) => turn_id === turnOf(second));
    expect(own.map(({ type }) => type)).toEqual(["message", "turn_end"]);
    const end = await turnEnd(
      { store: rig.store, subscribers: new Subscribers(() => []), later: () => () => undefined },
      turnOf(second),
    );
    expect(end).toMatchObject({ reply: "The message was withdrawn before it was read." });
    // Readers still see the turn that runs to its own end.
    expect(rig.reader.events.at(-1)).not.toMatchObject({ turn_id: turnOf(second) });
  });

  it("stays withdrawn when the object dies in that moment", async () => {
    let fate: Fate = "goes on";
    const { rig, second } = await queued({ fate: () => fate });
    fate = "dies after the commit";
    await withdrawn(rig, second).catch(() => undefined);
    fate = "goes on";
    await rig.pass(60_000);
    expect(rig.said()).toEqual(["user: One", expect.stringContaining("assistant: answer")]);
    expect(rig.store.turns.open()).toEqual([]);
  });

  it("is not there either when the conversation is made anew of its trail, and leaves no word in it", async () => {
    const bucket = testBucket();
    const { rig, second } = await queued({ ports: () => ({ trail: bucket }) });
    await rig.say("Three");
    await withdrawn(rig, second);
    await rig.pass(120_000);
    const { transcript, meta, turns } = await rebuilding(bucket.texts());
    const branch = meta.head === null ? [] : transcript.branch(meta.head, 100).reverse();
    expect(branch.map(({ role, parts }) => `${role}: ${textOf(parts)}`)).toEqual(rig.said());
    expect(turns.open()).toEqual([]);
    expect(bucket.texts().join("")).not.toContain('"text":"Two"');
  });

  it("is kept once its answer is being made", async () => {
    const { rig, second } = await queued();
    await rig.pass(2_000);
    expect(await withdrawn(rig, second)).toMatchObject({ error: "conflict" });
    await rig.pass();
    expect(rig.said()).toHaveLength(4);
  });

  it("is kept once it was put before the model that runs", async () => {
    const hasLooked = ({ messages }: ModelRequest) => messages.some(({ role }) => role === "tool");
    const { rig, second } = await queued({
      cast: () => ({ steering: () => "next_step" }),
      tools: ({ machine }) => [
        defineTool({
          name: "look",
          description: "",
          schema: z.object({}),
          effect: "read",
          reach: "inside",
          run: () => machine.sleep(2_000).then(() => trustedResult("found")),
        }),
      ],
      model: (request) => (hasLooked(request) ? [wait(2_000), ...says("both")] : calls(["c1", "look", {}])),
    });
    await rig.pass(2_500);
    expect(await withdrawn(rig, second)).toMatchObject({ error: "conflict" });
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "user: Two", "assistant: both"]);
  });
});
