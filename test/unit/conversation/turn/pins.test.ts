import { expect, test } from "vitest";
import { z } from "zod";
import type { Tool, ToolQuery } from "../../../../src/agent/ports/tool.ts";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import { asked, ConversationRig, calls, rounds, says } from "../../../support/machine/rig.ts";

const QUESTION: [string, string, unknown] = ["c1", "ask_user", { question: "Where?" }];

/** There is one capability more with each turn that begins, and it stands in a newer version. */
class Growing {
  readonly wishes: ToolQuery[] = [];

  list(wish: ToolQuery): Tool[] {
    this.wishes.push(wish);
    const pins = wish.pinned ?? Array.from(this.wishes, (_, at) => `tool_${at}@${this.wishes.length}`);
    return [askUserTool, ...pins.map(pinned)];
  }
}

function pinned(pin: string): Tool {
  const [name = ""] = pin.split("@");
  const run = async () => trustedResult("done");
  return {
    ...defineTool({ name, description: pin, schema: z.object({}), effect: "read", reach: "inside", run }),
    pin,
  };
}

test("a turn that goes on asks for the tools with which it began, and sends the same bytes", async () => {
  const shelf = new Growing();
  const rig = new ConversationRig({
    model: (request) =>
      asked(request) === "Ask me" && rounds(request) === 0 ? calls(QUESTION) : says("Thank you."),
    ports: () => ({ toolbox: { list: (_agent, _owner, wish = { words: "" }) => shelf.list(wish) } }),
  });
  await rig.say("Hello");
  await rig.pass();
  await rig.say("Ask me");
  await rig.pass();
  await rig.answer("c1", "Here");
  await rig.pass();
  const begun = ["tool_0@2", "tool_1@2"];
  expect(shelf.wishes).toEqual([
    { words: "Hello", before: [] },
    { words: "Ask me", before: ["tool_0@1"] },
    { words: "Ask me", before: begun, pinned: begun },
  ]);
  expect(rig.requests[2]?.tools).toEqual(rig.requests[1]?.tools);
});
