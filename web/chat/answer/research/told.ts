/** A run as it stands after an event of its stream. */
import type { Research, ResearchEvent } from "../../../api/conversations/research.ts";

/** Idempotent for the same event. */
export function afterEvent(run: Research, event: ResearchEvent): Research {
  switch (event.type) {
    case "plan":
      return { ...run, plan: { steps: event.steps, clarification: event.clarification } };
    case "step": {
      const { type: _type, seq: _seq, ...step } = event;
      // A step that the plan does not have comes with the plan.
      return {
        ...run,
        plan: { ...run.plan, steps: run.plan.steps.map((one) => (one.id === step.id ? step : one)) },
      };
    }
    case "source": {
      const { type: _type, seq: _seq, ...source } = event;
      return { ...run, sources: replaced(run.sources, source) };
    }
    case "note": {
      const { type: _type, seq: _seq, is_dropped, ...note } = event;
      return {
        ...run,
        notes: is_dropped ? run.notes.filter(({ id }) => id !== note.id) : replaced(run.notes, note),
      };
    }
    case "report":
      return { ...run, edition: event.edition, report: event.report, contradictions: event.contradictions };
    case "state": {
      const { type: _type, seq: _seq, ...state } = event;
      return { ...run, ...state };
    }
  }
}

/** Items with that one in its place, or behind all others. */
function replaced<T extends { id: string }>(items: readonly T[], item: T): T[] {
  const at = items.findIndex(({ id }) => id === item.id);
  return at < 0 ? [...items, item] : items.with(at, item);
}
