/** Every language of the sandbox runs. */
import { expect, it } from "vitest";
import type { SandboxLanguage } from "../../../src/sandbox/port.ts";
import { ask, type Stage } from "./stage.ts";

const PROGRAMS: Record<SandboxLanguage, string> = {
  javascript: "await Promise.resolve(6) * 7",
  typescript: "const six: number = 6; six * 7",
  lua: "return 6*7",
};

export function languages(stage: () => Stage): void {
  it.each(Object.entries(PROGRAMS))("runs %s", async (language, code) => {
    const { voice } = await ask(stage(), {
      name: language,
      scripts: [(answer) => answer.tool("run_code", { language, code }), (answer) => answer.text("done")],
    });
    expect(voice.requests[1]?.messages.at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringContaining("\nResult:\n42\n"),
    });
  });
}
