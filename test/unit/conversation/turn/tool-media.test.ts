/** What a tool shows, over the lives of a conversation: whichever moment the machine dies at, its model is given the same. */
import { expect, it } from "vitest";
import { z } from "zod";
import type { MediaPart } from "../../../../src/domain/message.ts";
import { defineTool } from "../../../../src/tools/define-tool.ts";
import type { Fate } from "../../../support/machine/machine.ts";
import { asked, ConversationRig, calls, rounds, says, wait } from "../../../support/machine/rig.ts";

const PICTURE: MediaPart = { type: "image", file_id: "fil_1", media_type: "image/png", size: 4 };
const BLOCK = { type: "image" as const, media_type: "image/png", data: "AAAA" };

const draw = defineTool({
  name: "draw",
  description: "Draws.",
  schema: z.object({}),
  effect: "idempotent",
  reach: "inside",
  run: () => ({ ok: true, content: "Here.", trust: "untrusted", media: [PICTURE], is_seen: true }),
});

async function live(at: number, fate: Fate) {
  let events = 0;
  const rig = new ConversationRig({
    model: (request) =>
      asked(request) === "draw" && rounds(request) === 0
        ? [wait(20), ...calls(["c1", "draw", {}])]
        : [wait(20), ...says("Seen.")],
    tools: () => [draw],
    fate: () => (++events === at ? fate : "goes on"),
    ports: () => ({ media: async (_owner, parts) => new Map(parts.map((part) => [part.file_id, BLOCK])) }),
  });
  for (const words of ["draw", "and then?"]) {
    // Whoever is not told that it was taken says it again.
    while (
      await rig.say(words).then(
        () => false,
        () => true,
      )
    )
      await rig.pass();
    await rig.pass(20_000);
  }
  return { rig, events };
}

it("is in the prompt of its turn and of the next one, and never in what is stored", async () => {
  const whole = await live(0, "goes on");
  expect(whole.events).toBeGreaterThan(5);
  for (let at = 0; at <= whole.events; at++) {
    const { rig } = await live(at, at % 2 === 0 ? "dies before the commit" : "dies after the commit");
    expect(rig.said(), `event ${at}`).toEqual(whole.rig.said());
    const after = rig.requests.filter((request) => rounds(request) > 0 || asked(request) !== "draw");
    expect(after.length).toBeGreaterThan(1);
    const [inTurn, inHistory] = [after[0], after.at(-1)].map((request) =>
      request?.messages.filter(({ role }) => role === "tool"),
    );
    expect(inTurn, `event ${at}`).toMatchObject([
      { content: [{ call_id: "c1", content: expect.stringContaining("Here."), media: [BLOCK] }] },
    ]);
    expect(inHistory, `event ${at}`).toEqual(inTurn);
    expect(JSON.stringify(rig.messages())).not.toContain("AAAA");
  }
});
