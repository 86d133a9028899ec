/** The `speak` tool: makes an audio file in the message, by the speech provider that is connected. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import type { Synthesize } from "../../voice/ports.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { type Files, mediaPart } from "../files/port.ts";

export interface SpeakDeps {
  /** Undefined while nothing that speaks is connected. */
  synthesizer(): Synthesize | undefined;
  files: Pick<Files, "put">;
}

const Input = z.object({
  text: z.string().trim().min(1).max(4000),
  voice: z
    .string()
    .max(120)
    .regex(/^(?:[\w-]+\/)?\w[\w.+:() -]*$/)
    .optional()
    .describe("A voice as provider/voice, or a provider's own name of it, such as alloy"),
});

const NOT_CONFIGURED =
  "No provider that reads aloud is connected. An admin can connect one under [Connections](/connections#speech).";

export function createSpeakTool(deps: SpeakDeps): Tool {
  return defineTool({
    name: "speak",
    isOffered: () => deps.synthesizer() !== undefined,
    description:
      "Say a text aloud: the person gets an audio recording of it. Write it as it should be spoken, without Markdown.",
    schema: Input,
    effect: "once",
    reach: "outside",
    // The text goes to the operator's own provider; the recording goes to the person.
    touches: () => ({ to: "nobody" }),
    timeout_ms: 90_000,
    async run({ text, voice }, { owner, payer: spender, agent, conversation_id, signal }) {
      const synthesize = deps.synthesizer();
      if (!synthesize) return toolError(NOT_CONFIGURED);
      const payer = { owner: spender, agent: agent.slug, allowance: agent.limits, conversation_id };
      const own = voice ?? agent.voice ?? undefined;
      const { toSpokenText } = await import("../../domain/text/spoken/spoken-text.ts");
      const words = toSpokenText(text) || text;
      const said = await synthesize({ text: words, voice: own, as: "recording", payer }, signal);
      if (!said.ok) return toolError(said.reason);
      const { soundFile } = await import("../../voice/whole-sound.ts");
      const file = await deps.files.put(owner, await soundFile(said, "speech"));
      return {
        ok: true,
        content: "The recording is in the message.",
        trust: "trusted",
        media: [mediaPart(file)],
      };
    },
  });
}
