/** Chats in which answers are streamed by edits, set by the operator for each bot. */
import { z } from "zod";

const WORDS = ["on", "direct", "off"] as const;

/** `direct`: only where a person is alone with the bot. */
export const streaming = z.enum(WORDS, `it is ${WORDS.join(", ")} or not set`);

/** Shortest time between edits by kind of chat, in ms. */
export function pacesOf(
  where: z.output<typeof streaming>,
  every: { direct: number; group: number },
): { edit_every_ms?: { direct?: number; group?: number } } {
  if (where === "off") return {};
  return { edit_every_ms: where === "on" ? every : { direct: every.direct } };
}
