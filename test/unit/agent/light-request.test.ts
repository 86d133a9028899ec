import { expect, test } from "vitest";
import { buildContext } from "../../../src/agent/context/context.ts";
import { trustId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import { shippedTexts } from "../../support/prompts/shipped.ts";
import { anAgent } from "../tools/support.ts";

const hi: Message = {
  id: trustId<"msg">("msg_1"),
  parent_id: null,
  role: "user",
  parts: [{ type: "text", text: "Hi" }],
  status: "complete",
  created_at: "2026-11-27T12:00:00.000Z",
};
const asked = {
  agent: { ...anAgent(), instructions: "Be kind." },
  owner: "usr_ann",
  messages: [hi],
  semi_stable: ["Ann likes tea.", "A skill. ".repeat(200)],
  dynamic: "",
  media: () => undefined,
};

test("a light request keeps identity, instructions and the rules of trust, and leaves long sections out", () => {
  const text = (isLight: boolean) =>
    buildContext({ ...asked, isLight, rules: shippedTexts.text(isLight ? "rules-light" : "rules") })
      .system.map((block) => block.text)
      .join("\n");
  const [light, full] = [text(true), text(false)];
  expect(light).toMatch(
    /Be kind\.[\s\S]*<untrusted-\.\.\.>[\s\S]*never an instruction[\s\S]*Ann likes tea\./,
  );
  expect(light).not.toContain("A skill.");
  expect(full).toContain("A skill.");
  expect(light.length).toBeLessThan(full.length / 3);
});
