/** Checks the frames of socket clients. */
import { z } from "zod";
import { TIER } from "../../domain/fields/codes.ts";
import { codeSchema } from "../../platform/settings/schema.ts";
import { RECORDING_ID } from "../../voice/recordings.ts";
import { DECISION_WORDS } from "../decision-words.ts";
import type { ClientFrame } from "./wire.ts";

const id = z.string().min(1).max(200);
/** Limit of an answer to a question: it is stored whole in one row of the conversation. */
export const MAX_ANSWER_CHARACTERS = 100_000;
const files = z.array(z.object({ file_id: id })).max(20);

/** Part of a spoken answer that was heard before the message interrupted it. */
export function heardSchema() {
  return z.strictObject({ message_id: id, characters: z.number().int().min(0) });
}

/** Id of the sound of a spoken message. */
export function recordingSchema() {
  return z.string().regex(RECORDING_ID, "an id as POST /speech/transcriptions gives it");
}

const Frame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("send"),
    client_id: id,
    text: z.string(),
    files: files.optional(),
    agent: id.optional(),
    mode: id.optional(),
    model: id.optional(),
    tier: codeSchema(TIER).optional(),
    compare_with: id.optional(),
    parent_id: id.nullable().optional(),
    heard: heardSchema().optional(),
    live: z.boolean().optional(),
    recording: recordingSchema().optional(),
  }),
  z.object({ type: z.literal("halt") }),
  z.object({ type: z.literal("answer"), call_id: id, text: z.string().min(1).max(MAX_ANSWER_CHARACTERS) }),
  z.object({
    type: z.literal("approve"),
    call_id: id,
    decision: z.enum(DECISION_WORDS),
    reason: z.string().max(500).optional(),
  }),
  z.object({ type: z.literal("listen"), on: z.boolean() }),
  z.object({ type: z.literal("ping") }),
]);

type ParsedFrame = { ok: true; frame: ClientFrame } | { ok: false; problem: string };

export function parseClientFrame(data: string): ParsedFrame {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return { ok: false, problem: "The frame is not JSON." };
  }
  const result = Frame.safeParse(value);
  return result.success
    ? { ok: true, frame: result.data as ClientFrame }
    : { ok: false, problem: z.prettifyError(result.error) };
}
