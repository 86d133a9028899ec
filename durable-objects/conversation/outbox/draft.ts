/** What of a turn is carried to whoever it answers: words for people, outcomes and questions for agents. */
import type { StepRecord } from "../../../src/agent/turn.ts";
import type { ChannelKind } from "../../../src/channels/kind.ts";
import type { Part } from "../../../src/domain/message.ts";
import { type Draft, draftOfEnd, draftOfPark, type Ended, type Saying } from "./compose.ts";
import { draftOfChildQuestion, draftOfReport } from "./report.ts";

export interface Addressee extends Omit<Saying, "parts"> {
  peers: ChannelKind["peers"];
}

export function endDraft(to: Addressee, parts: readonly Part[], outcome: Ended): Draft | undefined {
  if (to.peers === "people") return draftOfEnd({ ...to, parts }, outcome);
  return draftOfReport(parts, outcome, to.port?.limits.text_length ?? Number.POSITIVE_INFINITY);
}

export function parkDraft(
  to: Addressee,
  parts: readonly Part[],
  steps: readonly StepRecord[],
): Draft | undefined {
  return to.peers === "people" ? draftOfPark({ ...to, parts }, steps) : draftOfChildQuestion(steps);
}
