/** A research run as its card shows it. */
import type { Research } from "../../../api/conversations/research.ts";

export type Step = Research["plan"]["steps"][number];
export type Stage = "plan" | "gather" | "write" | "check";
export type Mark = "past" | "now" | "ahead";

export const STAGES = ["plan", "gather", "write", "check"] as const satisfies readonly Stage[];

/** Steps of the plan as it stands. */
export function standingSteps({ plan }: Pick<Research, "plan">): Step[] {
  return plan.steps.filter(({ state }) => state !== "struck");
}

export function isEnded({ state }: Pick<Research, "state">): boolean {
  return state === "completed" || state === "halted";
}

/** Stages in order; of the one that goes on, the share that is done, where it can be told. */
export function stagesOf(run: Research): { stage: Stage; mark: Mark; share: number }[] {
  const at = isEnded(run) || run.phase === "report" ? STAGES.length : STAGES.indexOf(run.phase);
  return STAGES.map((stage, index) => {
    const mark = index < at ? "past" : index === at ? "now" : "ahead";
    return { stage, mark, share: stage === "gather" && mark === "now" ? gathered(run) : 0 };
  });
}

function gathered(run: Research): number {
  const steps = standingSteps(run);
  const over = steps.filter(({ state }) => state === "done" || state === "failed").length;
  return steps.length === 0 ? 0 : over / steps.length;
}

/** Sites of pages, and kinds of one's own places, with the number of texts that were read there; the newest first. */
export function hostsOf(
  sources: readonly Pick<Research["sources"][number], "address">[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { address } of sources.toReversed()) {
    const host = hostOf(address);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}

/** `memory`, `files`, `mcp` and `library` stand for themselves. */
function hostOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, protocol } = new URL(address);
  return host === "" || !/^https?:$/.test(protocol) ? protocol.slice(0, -1) : host.replace(/^www\./, "");
}

export interface Counts {
  sources: number;
  claims: number;
  /** Sentences of the report, by how they stand. */
  supported: number;
  marked: number;
}

/** Claims are counted by the steps: who cannot steer the run is shown no notes. */
export function countsOf(run: Research): Counts {
  const steps = standingSteps(run);
  const sentences = (run.report?.sentences ?? []).filter(({ text }) => text !== "");
  const standing = (...states: string[]) =>
    sentences.filter(({ support }) => states.includes(support)).length;
  return {
    sources: Math.max(run.sources.length, ...steps.map(({ sources }) => sources), 0),
    claims: Math.max(
      run.notes.length,
      steps.reduce((sum, { notes }) => sum + notes, 0),
    ),
    supported: standing("quoted", "supported"),
    marked: standing("unsupported", "contradicted"),
  };
}

/** The report's own title, else the question. */
export function titleOf({ report, question }: Pick<Research, "report" | "question">): string {
  return /^#\s+(.+)$/m.exec(report?.markdown ?? "")?.[1]?.trim() || question;
}

/** Name of the report as a file. */
export function fileNameOf(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `${words || "report"}.md`;
}

/** ms that it has worked, or worked when it ended. */
export function workedFor({ started_at, ended_at }: Research, now: number): number {
  return Math.max(0, (ended_at === null ? now : Date.parse(ended_at)) - Date.parse(started_at));
}

/** Actions that are open to its owner now. */
export interface Doable {
  start: boolean;
  edit: boolean;
  /** Ends gathering, and writes from what was noted. */
  write: boolean;
  stop: boolean;
  resume: boolean;
}

/** Whether a halt ends gathering, and its report is still to be written. */
export function isGathering({ state, phase }: Pick<Research, "state" | "phase">): boolean {
  return state === "running" && (phase === "plan" || phase === "gather");
}

export function doableWith(run: Research): Doable {
  const isRunning = run.may_steer && run.state === "running";
  return {
    start: run.may_steer && run.state === "waiting",
    edit:
      run.may_steer &&
      (run.state === "waiting" || (isRunning && isGathering(run) && run.plan.steps.length > 0)),
    write: isRunning && run.phase === "gather" && countsOf(run).claims > 0,
    stop: isRunning && run.phase !== "report",
    resume: run.may_steer && isEnded(run) && isUnfinished(run),
  };
}

/** Whether an ended run has something left to look at. */
function isUnfinished(run: Research): boolean {
  const isLeft = ({ state }: Step) => state === "open" || state === "unreached" || state === "failed";
  return run.state === "halted" || run.ended_by.length > 0 || standingSteps(run).some(isLeft);
}
