import { describe, expect, it } from "vitest";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import { ConversationRig, calls, rounds, says } from "../../../support/machine/rig.ts";

async function asking(): Promise<ConversationRig> {
  const rig = new ConversationRig({
    tools: () => [askUserTool],
    model: (request) =>
      rounds(request) === 0
        ? calls(["q", "ask_user", { question: "Now?", expires_in_seconds: 60 }])
        : says("I went on."),
  });
  await rig.reader.connect();
  await rig.say("Ask me");
  await rig.pass(1_000);
  return rig;
}

describe("a question with a time", () => {
  it("says until when it waits", async () => {
    const rig = await asking();
    const asked = rig.reader.events.find(({ type }) => type === "question");
    expect(asked).toMatchObject({ call_id: "q", expires_at: expect.stringMatching(/T12:01:0\d/) });
  });

  it("that nobody answers ends with that, and the agent goes on", async () => {
    const rig = await asking();
    await rig.pass(70_000);
    expect(rig.said().at(-1)).toBe("assistant: I went on.");
    const result = rig.messages()[1]?.parts.find(({ type }) => type === "tool_result");
    expect(result).toMatchObject({
      is_error: true,
      content: expect.stringContaining("Nobody answered in time"),
    });
    expect(await rig.answer("q", "late")).toMatchObject({ status: "refused", refusal: "no_such_call" });
  });

  it("that is answered in time is answered, and its time no longer counts", async () => {
    const rig = await asking();
    await rig.answer("q", "yes");
    await rig.pass(120_000);
    const results = rig.messages()[1]?.parts.filter(({ type }) => type === "tool_result");
    expect(results).toMatchObject([{ is_error: false, content: "yes" }]);
  });
});
