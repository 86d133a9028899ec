/** Several calls that wait in one chat are decided by one word. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { CallId } from "../../../../src/domain/ids.ts";
import type { DecisionInbound } from "../../../../src/domain/inbound.ts";
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
  const decide = (call_ids: string[], decision: DecisionInbound["decision"]) => {
    const [call_id, ...also] = call_ids as CallId[];
    if (call_id === undefined) throw new Error("no call");
    return rig.receive({
      type: "decision",
      key: `d:${call_ids.join()}`,
      source: CHAT,
      actor: ANN,
      call_id,
      also,
      decision,
    });
  };
  return { rig, paid, say, decide };
}

describe("calls that wait in one chat", () => {
  it.each(["Allow all", "Alle erlauben", "tout autoriser"])("are all allowed by %s", async (words) => {
    const { rig, paid, say } = await asked();
    await say(words);
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

  it("are decided though the first one is not, and readers hear of that one", async () => {
    const { rig, paid, decide } = await asked();
    await rig.reader.connect();
    expect(await decide(["c9", "c2"], "once")).toMatchObject({ status: "accepted" });
    expect(await decide(["c1"], "deny")).toMatchObject({ status: "accepted" });
    await rig.pass();
    expect(paid).toEqual(["Eve"]);
    const told = rig.reader.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(told).toContainEqual(expect.stringMatching(/^A call was not decided\. /));
  });

  it("are refused where none of them can be decided so", async () => {
    const { decide } = await asked();
    expect(await decide(["c1", "c2"], "today")).toMatchObject({ status: "refused", refusal: "malformed" });
  });
});
