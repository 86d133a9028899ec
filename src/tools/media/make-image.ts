/** Draws a picture from a description, by an OpenAI-compatible endpoint or Workers AI. */
import { z } from "zod";
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import { oneKeyOf } from "../../platform/one-key.ts";
import { failureText, type ServiceFetch } from "../../platform/service-answer.ts";

export interface PictureDeps {
  fetch: ServiceFetch;
  /** Loads images that a provider returns as an address. */
  guard: GuardedFetch;
  settings: { OPENAI_API_KEY?: string | undefined; OPENAI_BASE_URL?: string | undefined };
  /** Workers AI binding; returns a JPEG as base64. */
  workersAi?: ((prompt: string, signal: AbortSignal) => Promise<string>) | undefined;
}

export const PICTURE_SHAPES = ["square", "wide", "tall"] as const;

export interface PictureRequest {
  prompt: string;
  shape: (typeof PICTURE_SHAPES)[number];
}

/** `reason` says what to do. */
export type Picture = { ok: true; bytes: Uint8Array; media_type: string } | { ok: false; reason: string };

type Made = { ok: true; bytes: Uint8Array } | { ok: false; reason: string };

const SIZES = { square: "1024x1024", wide: "1536x1024", tall: "1024x1536" };
const MAX_BYTES = 20_000_000;
const NOT_CONFIGURED =
  "No provider that makes pictures is connected. An admin can connect OpenAI under [Models](/models).";

/** Whether something that draws is connected. */
export function canDraw({ workersAi, settings }: Pick<PictureDeps, "workersAi" | "settings">): boolean {
  return workersAi !== undefined || oneKeyOf(settings.OPENAI_API_KEY) !== undefined;
}

/** Rejects when the provider cannot be reached. */
export async function drawPicture(
  deps: PictureDeps,
  asked: PictureRequest,
  signal: AbortSignal,
): Promise<Picture> {
  const made = await make(deps, asked, signal);
  if (!made.ok) return made;
  const media_type = typeOf(made.bytes);
  if (!media_type) return { ok: false, reason: "The provider did not answer with an image." };
  return { ok: true, bytes: made.bytes, media_type };
}

async function make(deps: PictureDeps, input: PictureRequest, signal: AbortSignal): Promise<Made> {
  const { OPENAI_BASE_URL: base = "https://api.openai.com/v1" } = deps.settings;
  const key = oneKeyOf(deps.settings.OPENAI_API_KEY);
  if (key !== undefined) return byOpenAi(deps, { ...input, key, base }, signal);
  if (!deps.workersAi) return { ok: false, reason: NOT_CONFIGURED };
  return byWorkersAi(deps.workersAi, input, signal);
}

/** Workers AI, which only draws squares. */
async function byWorkersAi(
  draw: NonNullable<PictureDeps["workersAi"]>,
  { prompt }: PictureRequest,
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
  deps: PictureDeps,
  { key, base, prompt, shape }: PictureRequest & { key: string; base: string },
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
