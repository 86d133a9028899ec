/** Texts about a research run. */
import type { Research } from "../../../api/conversations/research.ts";
import type { IconName } from "../../../ui/pictures/icons.ts";
import { t } from "../../../words/t.ts";
import type { Stage, Step } from "./standing.ts";

const STATES = {
  waiting: t("Waiting for you"),
  halted: t("Stopped early"),
  completed: t("Done"),
} as const;

const PHASES: Readonly<Record<Research["phase"], string>> = {
  plan: t("Planning"),
  gather: t("Reading sources"),
  write: t("Writing the report"),
  check: t("Checking claims"),
  report: t("Finishing"),
};

export const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  plan: t("Plan"),
  gather: t("Read"),
  write: t("Write"),
  check: t("Check"),
};

export function stateWords({
  state,
  phase,
  may_steer,
}: Pick<Research, "state" | "phase" | "may_steer">): string {
  if (state === "running") return PHASES[phase];
  return state === "waiting" && !may_steer ? t("Waiting for approval") : STATES[state];
}

export const STEP_STATES: Readonly<Record<Step["state"], string>> = {
  open: t("open"),
  running: t("running"),
  done: t("done"),
  struck: t("removed"),
  failed: t("failed"),
  unreached: t("not reached"),
};

export const STEP_ICONS: Readonly<Record<Exclude<Step["state"], "running" | "open">, IconName>> = {
  done: "check",
  struck: "close",
  failed: "alert",
  unreached: "minus",
};

const ENDINGS: Readonly<Record<Research["ended_by"][number], string>> = {
  budget: t("It reached its cost limit."),
  time: t("It reached its time limit."),
  halt: t("It was stopped."),
  model: t("The model failed."),
  search: t("The search failed."),
};

/** Reason for which a run ended before it had looked into everything. */
export function endingWords({ ended_by, spend }: Pick<Research, "ended_by" | "spend">): string {
  const words = ended_by.map((reason) =>
    reason === "budget" && spend.calls ? t("It reached its limit of model calls.") : ENDINGS[reason],
  );
  return words.join(" ");
}

const OWN_PLACES: Readonly<Record<string, string>> = {
  memory: t("Your memory"),
  files: t("Your files"),
  mcp: t("MCP servers"),
  library: t("Library"),
};

/** `host`: a site, or a kind of one's own places. */
export function placeWords(host: string): string {
  return OWN_PLACES[host] ?? host;
}
