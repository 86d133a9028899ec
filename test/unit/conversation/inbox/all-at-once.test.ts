/** Several calls that wait in one chat are decided by one word. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import { ANN, CHAT, ConversationRig, calls, rounds, says } from "../../../support/machine/rig.ts";

async function asked() {
  const paid: string[] = [];
  const pay = defineTool({
    name: "pay",
    description: "pay",
    schema: z.object({ whom: z.string() }),
    effect: "once",
    reach: "inside",
    run: async ({ whom }) => {
      paid.push(whom);
      return trustedResult("paid");
    },
  });
  const both = calls(["c1", "pay", { whom: "Bob" }], ["c2", "pay", { whom: "Eve" }]);
  const rig = new ConversationRig({
    model: (request) => (rounds(request) === 0 ? both : says("Done.")),
    tools: () => [pay],
    rules: { pay: "ask" },
  });
  const say = (text: string) =>
    rig.receive({
      type: "user_message",
      key: `chat:${text}`,
      source: CHAT,
      actor: ANN,
      parts: [{ type: "text", text }],
    });
  await say("Pay both");
  await rig.pass();
  return { rig, paid, say };
}

describe("calls that wait in one chat", () => {
  it("are all allowed by one word", async () => {
    const { rig, paid, say } = await asked();
    await say("Allow all");
    await rig.pass();
    expect(paid).toEqual(["Bob", "Eve"]);
  });

  it("are all denied by one word", async () => {
    const { rig, paid, say } = await asked();
    await say("deny all.");
    await rig.pass();
    expect(paid).toEqual([]);
    expect(rig.store.turns.open()).toEqual([]);
  });

  it("wait on after a word that could mean either of them", async () => {
    const { rig, paid, say } = await asked();
    await say("allow");
    await rig.pass();
    expect(paid).toEqual([]);
  });
});
