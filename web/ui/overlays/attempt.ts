import { tell } from "./toasts.svelte.ts";

/** Waits for an action and tells its failure, or `words` once it worked. Returns whether it worked. */
export async function attempt(
  doing: Promise<{ ok: true } | { ok: false; reason: string }>,
  words = "",
): Promise<boolean> {
  const answer = await doing;
  if (!answer.ok) tell(answer.reason, { level: "error" });
  else if (words !== "") tell(words);
  return answer.ok;
}
