/** Trust of a turn's answer, and whether it repeats anything that came from outside. */
import { settledOf } from "../../../src/agent/loop/assemble.ts";
import { trustOf } from "../../../src/agent/loop/run-tools.ts";
import type { TurnTrust } from "../../../src/agent/ports/trust.ts";
import type { StepRecord } from "../../../src/agent/turn.ts";
import { type Part, textOf } from "../../../src/domain/message.ts";
import { quotes } from "../../../src/domain/provenance/quotes.ts";
import { type Trust, trustIf } from "../../../src/domain/trust.ts";
import type { PreparedTurn } from "./gather.ts";

interface AnswerTrust {
  trust: Trust;
  /** The turn read nothing itself, and the answer repeats nothing of what was read before. */
  quotes_none?: true;
}

export function trustOfAnswer(
  { turn, context }: PreparedTurn,
  steps: readonly StepRecord[],
  parts: readonly Part[],
): AnswerTrust {
  const seen = trustOf(steps, turn, context);
  const trust = trustIf(seen.tainted);
  const hasRead = steps.some((step) => settledOf(step).some((result) => result.trust === "untrusted"));
  if (!seen.tainted || hasRead || repeats(seen, parts)) return { trust };
  return { trust, quotes_none: true };
}

/**
 * True also for what stands nowhere else: files, which only the model could read, and memories, of which the answer
 * alone keeps the mark.
 */
function repeats({ sources }: TurnTrust, parts: readonly Part[]): boolean {
  const { own = [], answers = [], foreign = [] } = sources?.() ?? {};
  const read = answers.flatMap(({ trust, content }) => (trust === "untrusted" ? content : []));
  const texts = [...read, ...foreign.map(({ text }) => text)];
  const isLast = foreign.some(({ from }) => from === "memory");
  if (texts.length === 0 || texts.includes("") || isLast) return true;
  const calls = parts.map((part) => (part.type === "tool_call" ? JSON.stringify(part.input) : ""));
  return quotes([textOf(parts), ...calls].join("\n"), texts, own);
}
