/**
 * The calls that a spoken yes may allow, decided here alone. Words may be misheard, and anybody in the room may have said
 * them, so only a call does that can be undone, stays inside, and was not prompted from outside. Everything else is read aloud
 * and decided on the screen. A spoken no counts for every call.
 */
import type { PolicyQuestion } from "../agent/ports/policy.ts";
import type { ArgumentOrigin, SinkKind } from "../domain/provenance/provenance.ts";

/** Money, secrets, recipients, addresses and deeds that destroy are never for a spoken yes; nor is a value that the person did not say. */
const NEVER: ReadonlySet<SinkKind | "plain"> = new Set(["destination", "secret", "amount", "address", "act"]);

/** Characters of the arguments that are read aloud. */
const LONGEST_SAID = 300;

/** `sinks`: all of the call. Pure; never throws unless the tool's own judgement does. */
export function mayBeAllowedByVoice(
  { tool, input, turn }: Pick<PolicyQuestion, "tool" | "input" | "turn">,
  sinks: readonly ArgumentOrigin[],
): boolean {
  if (turn.tainted || turn.read_by !== undefined) return false;
  if (tool.consent?.(input) !== undefined || tool.asks_first?.(input) !== undefined) return false;
  if (tool.irreversible?.(input) !== undefined) return false;
  // A call that is too long to be read aloud can't be judged by ear.
  if (JSON.stringify(input ?? null).length > LONGEST_SAID) return false;
  const touch = tool.touches?.(input);
  const staysInside = touch ? touch.to === "nobody" : tool.reach === "inside";
  return (
    staysInside && sinks.every(({ kind, is_clean }) => kind === "plain" || (!NEVER.has(kind) && is_clean))
  );
}
