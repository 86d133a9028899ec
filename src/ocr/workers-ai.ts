/** Workers AI's conversion to Markdown: for a document on one's own Cloudflare account, without a key. */
import { z } from "zod";
import { NO_USAGE } from "../domain/message.ts";
import type { OcrEngine } from "./engine.ts";

/** The part of the AI binding that is used. */
export interface ToMarkdown {
  toMarkdown(files: { name: string; blob: Blob }[]): Promise<unknown>;
}

const Converted = z
  .array(
    z.union([
      z.object({ format: z.literal("markdown"), data: z.string() }),
      z.object({ format: z.literal("error"), error: z.string() }),
    ]),
  )
  .min(1);

export function createWorkersAiOcr(ai: ToMarkdown): OcrEngine {
  return {
    model: "workers-ai/markdown-conversion",
    mostCost: () => 0,
    async recognize({ name, media_type, bytes }) {
      const blob = new Blob([bytes.slice()], { type: media_type });
      const [converted] = Converted.parse(await ai.toMarkdown([{ name, blob }]));
      if (converted?.format !== "markdown")
        throw new Error(`Workers AI could not convert it: ${converted?.error.slice(0, 300) ?? "no answer"}`);
      if (converted.data.trim() === "") throw new Error("Workers AI found no words in it.");
      return { pages: [converted.data], usage: NO_USAGE, cost_usd: 0 };
    },
  };
}
