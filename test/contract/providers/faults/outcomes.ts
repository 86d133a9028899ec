/** Outcomes in short words. */
import type { FinishReason } from "../../../../src/agent/ports/model.ts";
import type { Outcome } from "../faults.ts";

export const EMPTY: Outcome = { type: "failed", kind: "malformed", text: "", retryable: true };

export function said(text: string, reason: FinishReason = "stop"): Outcome {
  return { type: "finish", reason, text };
}

export function failed(kind: Extract<Outcome, { type: "failed" }>["kind"], text: string): Outcome {
  return { type: "failed", kind, text };
}
