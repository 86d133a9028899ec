/** Pauses between two looks at a run. */
import type { Research } from "../../../api/conversations/research.ts";
import { isEnded } from "./standing.ts";

const SHORTEST_MS = 1_000;
const LONGEST_MS = 10_000;

/** `quiet`: looks without news, one after the other. Undefined: it has ended, and only a person can change it. */
export function pauseAfter(run: Pick<Research, "state"> | null, quiet: number): number | undefined {
  if (run && isEnded(run)) return undefined;
  return Math.min(LONGEST_MS, Math.round(SHORTEST_MS * 1.5 ** quiet));
}
