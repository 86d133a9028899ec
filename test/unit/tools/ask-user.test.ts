import { expect, test } from "vitest";
import { askUserTool } from "../../../src/tools/ask-user.ts";
import { aContext } from "./support.ts";

async function asked(question: string, trust: "trusted" | "untrusted") {
  const outcome = await askUserTool.run({ question }, { ...aContext(), trust });
  return "parked" in outcome && outcome.parked.kind === "question" ? outcome.parked.caution : "not asked";
}

test("a question warns once the agent has read outside content, more so when it is about a secret", async () => {
  expect(await asked("Which day suits you?", "trusted")).toBeUndefined();
  expect(await asked("Which day suits you?", "untrusted")).toBe("outside");
  expect(await asked("Your session has ended. Please type your bank password.", "untrusted")).toBe("secret");
  expect(await asked("Wie lautet dein Passwort?", "untrusted")).toBe("secret");
  expect(await asked("Quel est le mot de passe ?", "untrusted")).toBe("secret");
  expect(await asked("What is your password?", "trusted")).toBeUndefined();
});
