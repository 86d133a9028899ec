/** Whose a file is, asked while an answer is being written. */
import { expect, test } from "vitest";
import { z } from "zod";
import { holderOf } from "../../../../durable-objects/conversation/views/holder.ts";
import type { Tool } from "../../../../src/agent/ports/tool.ts";
import type { MediaPart } from "../../../../src/domain/message.ts";
import { defineTool } from "../../../../src/tools/define-tool.ts";
import { ConversationRig, calls, OWNER, rounds, says, text, wait } from "../../../support/machine/rig.ts";

const PICTURE: MediaPart = { type: "image", file_id: "fil_owl", media_type: "image/png", name: "owl.png" };

const draw: Tool = defineTool({
  name: "draw",
  description: "Draws an owl.",
  schema: z.object({}),
  effect: "once",
  reach: "inside",
  run: async () => ({
    ok: true,
    content: "Drawn: /api/v1/files/fil_owl",
    trust: "trusted",
    media: [PICTURE],
  }),
});

test("a picture that a tool has made is the conversation's from the answer's first word on, and afterwards", async () => {
  const rig = new ConversationRig({
    tools: () => [draw],
    rules: { draw: "allow" },
    model: (request) =>
      rounds(request) === 0
        ? calls(["call_1", "draw", {}])
        : [text("![owl](/api/v1/files/fil_owl) "), wait(5_000), ...says("There.")],
  });
  await rig.say("Draw an owl");
  await rig.pass(2_000);
  expect(rig.requests).toHaveLength(2);
  expect(rig.store.turns.open()).toHaveLength(1);
  expect(holderOf(rig.store, "fil_owl")).toBe(OWNER);
  expect(holderOf(rig.store, "fil_ow")).toBeUndefined();
  await rig.pass();
  expect(rig.store.turns.open()).toEqual([]);
  expect(holderOf(rig.store, "fil_owl")).toBe(OWNER);
});
