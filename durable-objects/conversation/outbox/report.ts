/** The report of a turn to the conversation that started this one. */
import type { FamilyMessage } from "../../../src/channels/channel.ts";
import type { ReportAccount, ReportOutcome } from "../../../src/domain/inbound.ts";
import type { Part } from "../../../src/domain/message.ts";
import type { Meta } from "../rows/meta.ts";
import { type Draft, draftOfEnd, type FinalOutcome } from "./compose.ts";

const CUT = "\n\n(The report is longer: the rest is in the conversation of the one who made it.)";

export interface TurnReport {
  outcome: FinalOutcome;
  account: ReportAccount;
}

/**
 * A single chunk of any length: an outcome arrives whole or not at all. `limit`: UTF-16 units of its text.
 */
export function draftOfReport(
  parts: readonly Part[],
  { outcome, account }: TurnReport,
  limit: number,
): Draft {
  const kind = outcome.status === "failed" ? "failure" : "reply";
  const report = { type: "report" as const, outcome: outcomeOf(parts, outcome, limit), account };
  return { kind, chunks: [report], texts: 0 };
}

type Lost = Pick<Meta, "cost_usd" | "parent">;

/** The report of a turn that was lost in a rebuild. */
export function reportOfFailure(reason: string, { cost_usd, parent }: Lost): FamilyMessage {
  const outcome = { status: "failed" as const, reason, retryable: true };
  const job = parent?.job && { has_job: true as const };
  return { type: "report", outcome, account: { steps: 0, cost_usd, trust: "untrusted", ...job } };
}

function outcomeOf(parts: readonly Part[], outcome: FinalOutcome, limit: number): ReportOutcome {
  switch (outcome.status) {
    case "completed":
      return { status: "completed", text: fitted(wordsOf(parts, outcome), limit) };
    case "halted":
      return { status: "halted", reason: outcome.reason, retryable: true };
    case "failed":
      return { status: "failed", reason: outcome.reason, retryable: outcome.retryable };
  }
}

/** The text as a person would get it: words, names of files, sources at the end. */
function wordsOf(parts: readonly Part[], outcome: FinalOutcome): string {
  const said = draftOfEnd({ parts, deliveredSoFar: 0, port: undefined }, outcome)?.chunks ?? [];
  return said
    .flatMap((chunk) => {
      if (chunk.type === "text") return [chunk.text];
      return chunk.type === "media" ? [`[${chunk.media.type}: ${chunk.media.file_id}]`] : [];
    })
    .join("\n\n");
}

function fitted(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - CUT.length)}${CUT}`;
}
