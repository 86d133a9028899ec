/** Texts of an answer's trace: duration and cost of the turn and of each step. */

import type { StepTrace, TurnTrace } from "../../../api/conversations/turns.ts";
import { duration, modelName, money, tokens, tokensIn } from "../../../ui/format.ts";
import { locale } from "../../../words/language.ts";
import { serverText } from "../../../words/server-text.ts";
import { plural, t } from "../../../words/t.ts";

/** Shorter waits are not shown. */
const SHORTEST_WAIT_MS = 100;

const STATUSES: { [status: string]: string } = {
  queued: t("Queued"),
  running: t("Running"),
  parked: t("Waits for you"),
  completed: t("Answered"),
  halted: t("Stopped"),
  failed: t("Failed"),
};

/** Ends of a model call that are worth mentioning. */
const FINISHES: { [finish: string]: string } = {
  length: t("cut at its maximum length"),
  refusal: t("refused by the model"),
  content_filter: t("stopped by a filter of the provider"),
  failed: t("failed"),
  stopped: t("stopped"),
};

/** `agent`: its name for people. */
export function linesOf(turn: TurnTrace, agent: string): [string, string][] {
  const { usage, queued_ms, cost_usd, steps } = turn;
  const cached =
    usage.cache_read_tokens > 0
      ? t(", {cache_read_tokens} cached", {
          cache_read_tokens: tokens(usage.cache_read_tokens),
        })
      : "";
  const status = STATUSES[turn.status] ?? turn.status;
  const lines: [string, string][] = [
    [
      t("Status"),
      turn.reason && turn.reason !== `${status}.` ? `${status}: ${serverText(turn.reason)}` : status,
    ],
    [t("Agent"), agent],
    [t("Asked"), new Date(turn.created_at).toLocaleString(locale)],
    [t("Queued"), queued_ms !== null && queued_ms >= SHORTEST_WAIT_MS ? duration(queued_ms) : ""],
    [t("Took"), turn.duration_ms === null ? "" : duration(turn.duration_ms)],
    [t("Input"), `${tokensIn(read(usage), tokens)}${cached}`],
    [t("Output"), tokensIn(usage.output_tokens, tokens)],
    [t("Cost"), cost_usd === null ? t("Not known") : `${money(cost_usd)}${whoseCost(steps)}`],
    [t("Remembered"), turn.recalled === 0 ? "" : plural(turn.recalled, ["{n} thing", "{n} things"])],
    [
      t("Restarted"),
      turn.recoveries === 0
        ? ""
        : t("{recoveries}×, after the server stopped", { recoveries: turn.recoveries }),
    ],
  ];
  return lines.filter(([, value]) => value !== "");
}

export function factsOf(step: StepTrace): string {
  const facts = [
    modelName(step.model),
    FINISHES[step.finish] ?? "",
    step.first_token_ms === null
      ? ""
      : t("first word after {first_token_ms}", { first_token_ms: duration(step.first_token_ms) }),
    step.duration_ms === null ? "" : duration(step.duration_ms),
    usedIn(step),
    step.cost_usd === null
      ? ""
      : step.cost_by
        ? t("{cost} as billed", { cost: money(step.cost_usd) })
        : money(step.cost_usd),
    step.restarts === 0 ? "" : t("began again {restarts}×", { restarts: step.restarts }),
  ];
  return facts.filter((fact) => fact !== "").join("  ·  ");
}

function usedIn({ usage, estimated }: StepTrace): string {
  if (read(usage) + usage.output_tokens === 0) return "";
  const used = { usage: tokens(read(usage)), output_tokens: tokens(usage.output_tokens) };
  return estimated
    ? t("about {usage} in, {output_tokens} out", used)
    : t("{usage} in, {output_tokens} out", used);
}

/** Shown for a provider's own figure; all others are computed here, from tokens and prices. */
function whoseCost(steps: readonly StepTrace[]): string {
  const billed = steps.filter(({ cost_by }) => cost_by === "provider").length;
  if (billed === 0) return "";
  return billed === steps.length ? t(", as billed by the provider") : t(", partly as billed by the provider");
}

function read({ input_tokens, cache_read_tokens, cache_write_tokens }: TurnTrace["usage"]): number {
  return input_tokens + cache_read_tokens + cache_write_tokens;
}
