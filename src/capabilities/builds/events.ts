/** Events of a build, derived from the events of the Builder's conversation. */
import type { NightjarEvent } from "../../domain/events.ts";
import type { Build } from "./record/build.ts";
import { progressOf, REPORT_PROGRESS } from "./tools/report-progress.ts";

export type BuildEvent =
  | { type: "progress"; text: string }
  | { type: "question"; call_id: string; question: string; options: string[]; expires_at?: string }
  | { type: "approval"; call_id: string; tool: string; input: unknown; reason: string; expires_at?: string }
  | { type: "answered"; call_id: string }
  | { type: "complete"; name: string; version: number }
  | { type: "error"; reason: string };

/** Stateful, one for each reader: it tracks open questions. Undefined if an event is not shown. */
export function createTelling(): (event: NightjarEvent) => BuildEvent | undefined {
  const pending = new Set<string>();
  return (event) => {
    switch (event.type) {
      case "tool_start":
        return event.name === REPORT_PROGRESS ? progress(event.input) : answered(pending, event.call_id);
      case "tool_result":
        return answered(pending, event.call_id);
      case "question": {
        pending.add(event.call_id);
        const { call_id, question, options, expires_at } = event;
        return {
          type: "question",
          call_id,
          question,
          options,
          ...(expires_at !== undefined && { expires_at }),
        };
      }
      case "approval": {
        pending.add(event.call_id);
        const { call_id, tool, input, reason, expires_at } = event;
        return {
          type: "approval",
          call_id,
          tool,
          input,
          reason,
          ...(expires_at !== undefined && { expires_at }),
        };
      }
      default:
        return undefined;
    }
  };
}

function progress(input: unknown): BuildEvent | undefined {
  const text = progressOf(input);
  return text === undefined ? undefined : { type: "progress", text };
}

function answered(pending: Set<string>, call_id: string): BuildEvent | undefined {
  return pending.delete(call_id) ? { type: "answered", call_id } : undefined;
}

/** The last event. `reason`: why the Builder's turn ended, for a build whose row gives none. */
export function endingOf({ status, name, version, error }: Build, reason?: string): BuildEvent {
  if (status === "completed") return { type: "complete", name: `cap_${name}`, version: version ?? 1 };
  return {
    type: "error",
    reason: error ?? reason ?? "The Builder ended without registering the capability.",
  };
}
