/** What a turn asks of memory. */
import { describe, expect, it } from "vitest";
import type { RecallQuery } from "../../../../src/agent/ports/memory.ts";
import { ConversationRig, says } from "../../../support/machine/rig.ts";

describe("a turn asks memory", () => {
  it("with the newest message, and gives what was said before it", async () => {
    const asked: RecallQuery[] = [];
    const rig = new ConversationRig({
      model: () => says("Theo has it."),
      ports: () => ({
        recall: {
          recall: async (_scope, wanted) => {
            asked.push(wanted);
            return [];
          },
          standing: async () => ({ lines: [] }),
        },
      }),
    });
    for (const [at, words] of ["Where is the tent?", `Since when?${" ".repeat(5_000)}`, "Why?"].entries()) {
      await rig.say(words, `k${at}`);
      await rig.pass();
    }
    expect(asked.map(({ query }) => query.trim())).toEqual(["Where is the tent?", "Since when?", "Why?"]);
    expect(asked[0]?.earlier).toEqual([]);
    expect(asked[2]?.earlier?.map(({ role, text }) => `${role}: ${text.trim()}`)).toEqual([
      "user: Where is the tent?",
      "assistant: Theo has it.",
      "user: Since when?",
      "assistant: Theo has it.",
    ]);
    expect(asked[2]?.earlier?.[2]?.text.length).toBeLessThanOrEqual(1_000);
  });
});
