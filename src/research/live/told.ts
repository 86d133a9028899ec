/** Plan, sources and report of a run as they are told to its readers. */
import type { ResearchSource } from "../evidence/ledger.ts";
import type { ResearchReport, RunView } from "../run.ts";

export function planTold({ plan, clarification }: Pick<RunView, "plan" | "clarification">) {
  return {
    steps: plan.map((step) => ({ ...step, remark: step.remark ?? null })),
    clarification: clarification ?? null,
  };
}

export function sourceTold({ id, title, address, hash, read_at }: ResearchSource) {
  return { id, title, address, hash, read_at: new Date(read_at).toISOString() };
}

export function reportTold({ markdown, sentences, is_written }: ResearchReport) {
  return {
    markdown,
    is_written,
    sentences: sentences.map((sentence) => ({ ...sentence, remark: sentence.remark ?? null })),
  };
}
