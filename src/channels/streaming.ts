/** Where answers grow in a chat while they are written, as the operator says for each bot. */
import { z } from "zod";

const WORDS = ["on", "direct", "off"] as const;

/** `direct`: where a person is alone with the bot. */
export const streaming = z.enum(WORDS, `it is ${WORDS.join(", ")} or not set`);

/** How often a message is edited there, in ms. */
export function pacesOf(
  where: z.output<typeof streaming>,
  every: { direct: number; group: number },
): { edit_every_ms?: { direct?: number; group?: number } } {
  if (where === "off") return {};
  return { edit_every_ms: where === "on" ? every : { direct: every.direct } };
}
