/** Reads a text aloud: the provider's sound, passed through as it comes. */

import type { SchemaOutput } from "../../contract/schema.ts";
import type { RecordingFields } from "../../contract/speech.ts";
import { AppError } from "../../domain/errors.ts";
import { endingOf } from "../../voice/sound.ts";
import type { ApiContext } from "../http/api.ts";
import { languageOf, speakerOf, speechError } from "./payer.ts";
import { servicesOf } from "./services.ts";

const NO_VOICE =
  "No provider that reads aloud is connected. An admin can connect one under Connections; your browser's own voice works without.";

export async function say(
  context: ApiContext,
  { text, agent, voice, language: named, conversation_id, format }: SchemaOutput<typeof RecordingFields>,
): Promise<Response> {
  const { synthesizer, agentCache } = servicesOf(context);
  const synthesize = synthesizer();
  if (!synthesize) throw new AppError("api_fail", NO_VOICE);
  const [{ payer, seat }, language, speaker] = await Promise.all([
    speakerOf(context, { agent, conversation_id }),
    languageOf(context, named),
    agent === undefined ? undefined : agentCache.get(agent),
  ]);
  const own = voice ?? speaker?.voice ?? undefined;
  const said = await synthesize(
    {
      text,
      voice: own,
      seat,
      language,
      as: format ?? "recording",
      payer: { ...payer, allowance: speaker?.limits },
    },
    context.req.raw.signal,
  );
  if (!said.ok) throw speechError(said);
  return new Response(said.stream, { headers: headersOf(said.media_type) });
}

function headersOf(media_type: string): Record<string, string> {
  return {
    "content-type": media_type,
    "content-disposition": `inline; filename="speech.${endingOf(media_type)}"`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
