/** What is shown of a conversation on its owner's monitor ends when it does, whatever dies in between. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import { asked, ConversationRig, calls, rounds, says, wait } from "../../../support/machine/rig.ts";

function rigOf() {
  return new ConversationRig({
    model: (request) => {
      if (rounds(request) > 0) return [wait(600), ...says("Tea.")];
      return asked(request) === "Ask"
        ? calls(["c1", "ask_user", { question: "Tea?", options: [] }])
        : says("Hm.");
    },
    tools: () => [askUserTool],
  });
}

const shown = ({ told }: ConversationRig) => (told.at(-1) as { state?: string } | null | undefined)?.state;

describe("the monitor", () => {
  it("hears of the end of a turn that had waited, also by a new life of the object", async () => {
    const rig = rigOf();
    await rig.say("Ask");
    await rig.pass();
    expect(shown(rig)).toBe("parked");
    expect(rig.machine.evict()).toBe(true);
    await rig.answer("c1", "Yes");
    await rig.pass();
    expect(rig.told.at(-1)).toBeNull();
  });

  it("is told whom a turn answers, and the names of tools that take long", async () => {
    const rig = new ConversationRig({
      model: (request) => (rounds(request) > 0 ? says("Dug.") : calls(["c1", "dig", {}])),
      tools: ({ machine }) => [
        defineTool({
          name: "dig",
          description: "Digs.",
          schema: z.object({}),
          effect: "read",
          reach: "inside",
          async run() {
            await machine.sleep(2_000);
            return trustedResult("A bone.");
          },
        }),
      ],
    });
    await rig.say("Dig", "client:dig", { channel: "telegram", sender: "7", sender_name: "Ann" });
    await rig.pass();
    expect(rig.told).toContainEqual(
      expect.objectContaining({ state: "tools", tools: ["dig"], channel: "telegram", contact: "Ann" }),
    );
  });

  it("hears of an end that the last life of the object had no time to tell of", async () => {
    const rig = rigOf();
    await rig.say("Ask");
    await rig.pass();
    await rig.answer("c1", "Yes");
    // The answer is stored; what was to be told of it is lost, and what it leaves to be done is not yet.
    await rig.pass(601);
    rig.machine.kill();
    rig.told.length = 0;
    await rig.pass();
    expect(rig.told).toEqual([null]);
  });

  it("still shows a turn that waits when another has come and gone meanwhile", async () => {
    const rig = rigOf();
    await rig.say("Ask");
    await rig.pass();
    await rig.receive({
      type: "notice",
      key: "n1",
      source: { channel: "system", sender: "schedule" },
      text: "Something else",
    });
    await rig.pass();
    expect(shown(rig)).toBe("parked");
    await rig.answer("c1", "Yes");
    await rig.pass();
    expect(rig.told.at(-1)).toBeNull();
  });
});
