/** The `ask_user` tool: asks the person. The call is parked until the answer comes. */
import { z } from "zod";
import { ASK_USER } from "../agent/ports/tool.ts";
import type { Caution } from "../domain/provenance/provenance.ts";
import { defineTool } from "./define-tool.ts";

const LONGEST_SECONDS = 30 * 24 * 3_600;

export const askUserTool = defineTool({
  name: ASK_USER,
  description:
    "Ask the person one question and wait for the answer. Use it when you can't go on without it; don't ask what you can find out. Give `options` when the answer is one of a few, and `expires_in_seconds` when an answer that comes later would be of no use.",
  schema: z.object({
    question: z.string().trim().min(1).max(2000),
    options: z.array(z.string().trim().min(1).max(200)).max(10).optional(),
    expires_in_seconds: z.number().int().min(10).max(LONGEST_SECONDS).optional(),
  }),
  effect: "once",
  reach: "inside",
  run: ({ question, options = [], expires_in_seconds: seconds }, { now, trust }) => ({
    parked: {
      kind: "question",
      question,
      options,
      ...(trust === "untrusted" && { caution: cautionOf(question) }),
      ...(seconds !== undefined && { expires_at: now + seconds * 1_000 }),
    },
  }),
});

const SECRETS =
  /pass ?word|pass ?phrase|passcode|\bpin\b|\btan\b|\botp\b|\bcv[cv]\b|security code|verification code|one.time code|card number|api key|secret|credential|log.?in details|passwort|kennwort|geheimzahl|kartennummer|sicherheitscode|zugangsdaten|mot de passe|code secret|numéro de carte|identifiants/i;

function cautionOf(question: string): Caution {
  return asksForSecret(question) ? "secret" : "outside";
}

/** Whether the words ask for a password, code or card number, in English, German or French. */
export function asksForSecret(words: string): boolean {
  return SECRETS.test(words);
}
