/** What a turn came to, or asks, for the conversation that set it going. */
import type { StepRecord } from "../../../src/agent/turn.ts";
import type { Told } from "../../../src/channels/channel.ts";
import type { ReportOutcome } from "../../../src/domain/inbound.ts";
import type { Part } from "../../../src/domain/message.ts";
import { type Draft, draftOfEnd, type Ended } from "./compose.ts";

const CUT = "\n\n(The report is longer: the rest is in the conversation of the one who made it.)";

/** One chunk, whatever its length: an outcome comes whole or not at all. `limit`: UTF-16 units of its text. */
export function draftOfReport(parts: readonly Part[], outcome: Ended, limit: number): Draft {
  const kind = outcome.status === "failed" ? "failure" : "reply";
  return { kind, chunks: [{ type: "report", outcome: outcomeOf(parts, outcome, limit) }], texts: 0 };
}

/** Its newest question. Undefined when the turn waits for something that an agent cannot give: that is a person's. */
export function draftOfChildQuestion(steps: readonly StepRecord[]): Draft | undefined {
  const asking = (steps.at(-1)?.calls ?? []).findLast(
    (record) => record.state === "parked" && record.parked.kind === "question",
  );
  if (asking?.state !== "parked" || asking.parked.kind !== "question") return undefined;
  const { question, options } = asking.parked;
  const asks = { call_id: asking.call_id, question, options };
  return { kind: "question", chunks: [{ type: "question", asks }], texts: 0 };
}

/** The report of a turn that was lost in a rebuild. */
export function reportOfFailure(reason: string): Told {
  return { type: "report", outcome: { status: "failed", reason, retryable: true } };
}

function outcomeOf(parts: readonly Part[], outcome: Ended, limit: number): ReportOutcome {
  switch (outcome.status) {
    case "completed":
      return { status: "completed", text: fitted(wordsOf(parts, outcome), limit) };
    case "halted":
      return { status: "halted", reason: outcome.reason, retryable: true };
    case "failed":
      return { status: "failed", reason: outcome.reason, retryable: outcome.retryable };
  }
}

/** As a person would be told: what was said, files by their names, sources at the end. */
function wordsOf(parts: readonly Part[], outcome: Ended): string {
  const said = draftOfEnd({ parts, covered: 0, port: undefined }, outcome)?.chunks ?? [];
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
