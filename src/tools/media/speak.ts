/** The `speak` tool: makes an audio file in the message, by ElevenLabs or OpenAI, whichever is configured. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { type Files, mediaPart } from "../files/port.ts";
import type { MediaFetch } from "./media-fetch.ts";
import { createSynthesize, type SpeechSettings } from "./synthesize.ts";

export interface SpeakDeps {
  fetch: MediaFetch;
  settings: SpeechSettings;
  files: Pick<Files, "put">;
}

const Input = z.object({
  text: z.string().trim().min(1).max(4000),
  voice: z
    .string()
    .max(64)
    .regex(/^[\w-]+$/)
    .optional()
    .describe("A voice of the provider: an ElevenLabs voice id, or an OpenAI name such as alloy"),
});

const NOT_CONFIGURED =
  "No provider that reads aloud is connected. An admin can connect OpenAI under [Models](/models), or ElevenLabs under [Connections](/connections).";

export function createSpeakTool(deps: SpeakDeps): Tool {
  return defineTool({
    name: "speak",
    isOffered: () => createSynthesize(deps) !== undefined,
    description:
      "Say a text aloud: the person gets an audio recording of it. Write it as it should be spoken, without Markdown.",
    schema: Input,
    effect: "once",
    reach: "outside",
    // The text goes to the operator's own provider; the recording goes to the person.
    touches: () => ({ to: "nobody" }),
    timeout_ms: 90_000,
    async run({ text, voice }, { owner, agent, signal }) {
      const own = voice ?? agent.voice ?? undefined;
      const synthesize = createSynthesize(deps);
      if (!synthesize) return toolError(NOT_CONFIGURED);
      const said = await synthesize(
        { text, ...(own !== undefined && { voice: own }), as: "recording" },
        signal,
      );
      if (!said.ok) return toolError(said.reason);
      const { name, media_type, bytes } = said;
      const file = await deps.files.put(owner, { name, media_type, bytes });
      return {
        ok: true,
        content: "The recording is in the message.",
        trust: "trusted",
        media: [mediaPart(file)],
      };
    },
  });
}
