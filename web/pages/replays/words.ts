/** Texts about runs of replay sets. */
import { modeNamed, modeRecord } from "../../../src/domain/fields/mode.ts";
import type { ReplayRun, RunResult } from "../../api/replays.ts";
import { modelName, money, toolName } from "../../ui/format.ts";
import type { Tone } from "../../ui/kit/State.svelte";
import { locale } from "../../words/language.ts";
import { t } from "../../words/t.ts";

export const STATUSES: Record<ReplayRun["status"], { words: string; tone: Tone }> = {
  running: { words: t("Running"), tone: "busy" },
  completed: { words: t("Completed"), tone: "good" },
  stopped: { words: t("Stopped"), tone: "idle" },
  over_limit: { words: t("Limit reached"), tone: "bad" },
  failed: { words: t("Failed"), tone: "bad" },
};

export const MARKS = [
  { value: "better", label: t("Better") },
  { value: "same", label: t("Same") },
  { value: "worse", label: t("Worse") },
] as const satisfies readonly { value: NonNullable<RunResult["mark"]>; label: string }[];

/** The change that a run tries. `nameOf` gives the name of an agent by its slug. */
export function changeWords({ change }: ReplayRun, nameOf: (slug: string) => string): string {
  const { agent, version, instructions, model, mode } = change;
  const parts = [
    ...(agent === undefined ? [] : [nameOf(agent)]),
    ...(version === undefined ? [] : [t("version {version}", { version })]),
    ...(instructions === undefined ? [] : [t("other instructions")]),
    ...(model === undefined ? [] : [modelName(model)]),
    ...(mode === undefined ? [] : [t(modeRecord(modeNamed(mode)).label)]),
  ];
  return parts.length === 0 ? t("Unchanged") : parts.join(" · ");
}

/** Progress, expectations, marks and cost of a run. */
export function summaryWords({ summary, total }: ReplayRun): string[] {
  const { done, expected, met, better, same, worse, cost_usd, original_cost_usd } = summary;
  const ratio = original_cost_usd > 0 ? cost_usd / original_cost_usd : null;
  return [
    t("{done} of {total} turns", { done, total }),
    ...(expected === 0 ? [] : [t("{met} of {expected} expectations met", { met, expected })]),
    ...(better + same + worse === 0
      ? []
      : [t("{better} better, {same} same, {worse} worse", { better, same, worse })]),
    costWords(summary),
    ...(ratio === null
      ? []
      : [
          t("{times} times the original cost", {
            times: ratio.toLocaleString(locale, { maximumFractionDigits: 2 }),
          }),
        ]),
  ];
}

function costWords({ cost_usd, unpriced }: ReplayRun["summary"]): string {
  if (unpriced === 0) return money(cost_usd);
  return cost_usd === 0 ? t("cost unknown") : t("at least {cost}", { cost: money(cost_usd) });
}

export function checkWords({ kind, value }: RunResult["checks"][number]): string {
  if (kind === "tool") return t("calls {tool}", { tool: toolName(value) });
  return kind === "includes"
    ? t("says “{words}”", { words: value })
    : t("doesn't say “{words}”", { words: value });
}

/** A list as people write it, an item a line. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
