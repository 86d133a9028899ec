/** The `generate_image` tool: makes an image file in the message, by an OpenAI-compatible endpoint or Workers AI. */
import { z } from "zod";
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { type Files, mediaPart } from "../files/port.ts";
import { failureText, type MediaFetch } from "./media-fetch.ts";
import { oneKeyOf } from "./one-key.ts";

export interface ImageDeps {
  fetch: MediaFetch;
  /** Loads images that a provider returns as an address. */
  guard: GuardedFetch;
  settings: { OPENAI_API_KEY?: string | undefined; OPENAI_BASE_URL?: string | undefined };
  /** Workers AI binding; returns a JPEG as base64. */
  workersAi?: ((prompt: string, signal: AbortSignal) => Promise<string>) | undefined;
  files: Pick<Files, "put">;
}

const Input = z.object({
  prompt: z.string().trim().min(1).max(4000),
  shape: z.enum(["square", "wide", "tall"]).default("square"),
});

type Made = { ok: true; bytes: Uint8Array } | { ok: false; reason: string };

const SIZES = { square: "1024x1024", wide: "1536x1024", tall: "1024x1536" };
const MAX_BYTES = 20_000_000;
const NOT_CONFIGURED =
  "No provider that makes pictures is connected. An admin can connect OpenAI under [Models](/models).";

export function createGenerateImageTool(deps: ImageDeps): Tool {
  return defineTool({
    name: "generate_image",
    isOffered: () => deps.workersAi !== undefined || oneKeyOf(deps.settings.OPENAI_API_KEY) !== undefined,
    description:
      "Make an image from a description; the person gets it in the message. Describe subject, style, light and composition.",
    schema: Input,
    effect: "once",
    reach: "outside",
    // The prompt goes to the operator's own provider; the image goes to the person.
    touches: () => ({ to: "nobody" }),
    timeout_ms: 180_000,
    async run(input, { owner, signal, progress }) {
      progress({ status: "drawing" });
      const made = await make(deps, input, signal);
      if (!made.ok) return toolError(made.reason);
      const media_type = typeOf(made.bytes);
      if (!media_type) return toolError("The provider did not answer with an image.");
      const name = `image.${media_type.slice("image/".length)}`;
      const file = await deps.files.put(owner, { name, media_type, bytes: made.bytes });
      return {
        ok: true,
        content: "The image is in the message.",
        trust: "trusted",
        media: [mediaPart(file)],
      };
    },
  });
}

async function make(deps: ImageDeps, input: z.output<typeof Input>, signal: AbortSignal): Promise<Made> {
  const { OPENAI_BASE_URL: base = "https://api.openai.com/v1" } = deps.settings;
  const key = oneKeyOf(deps.settings.OPENAI_API_KEY);
  if (key !== undefined) return byOpenAi(deps, { ...input, key, base }, signal);
  if (!deps.workersAi) return { ok: false, reason: NOT_CONFIGURED };
  return byWorkersAi(deps.workersAi, input, signal);
}

/** Workers AI, which only draws squares. */
async function byWorkersAi(
  draw: NonNullable<ImageDeps["workersAi"]>,
  { prompt }: z.output<typeof Input>,
  signal: AbortSignal,
): Promise<Made> {
  try {
    return { ok: true, bytes: fromBase64(await draw(prompt, signal)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `Workers AI did not draw it: ${why.slice(0, 300)}` };
  }
}

const Answer = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
});

async function byOpenAi(
  deps: ImageDeps,
  { key, base, prompt, shape }: z.output<typeof Input> & { key: string; base: string },
  signal: AbortSignal,
): Promise<Made> {
  const response = await deps.fetch(`${base}/images/generations`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "gpt-image-1", prompt, size: SIZES[shape], n: 1 }),
    signal,
  });
  if (!response.ok) return { ok: false, reason: failureText("The image provider", response.status) };
  const image = Answer.parse(await response.json()).data[0];
  if (image?.b64_json) return { ok: true, bytes: fromBase64(image.b64_json) };
  // The address comes from the provider, so it goes through the guard like any other.
  const loaded = await deps.guard.load(image?.url ?? "", {
    max_bytes: MAX_BYTES,
    accept: ["image/*"],
    signal,
  });
  return loaded.ok ? { ok: true, bytes: loaded.body } : { ok: false, reason: loaded.reason };
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Detects the type by the first bytes, whatever the provider says. */
function typeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\u0089PNG")) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (head.startsWith("RIFF") && head.slice(8) === "WEBP") return "image/webp";
  return head.startsWith("GIF8") ? "image/gif" : undefined;
}
