/** Drafts the delivery of a turn for its addressee: words for people, outcomes and questions for agents. */
import type { StepRecord } from "../../../src/agent/turn.ts";
import type { ChannelKind } from "../../../src/channels/kind.ts";
import type { ChildAsk } from "../../../src/domain/conversation/child-asks.ts";
import type { Part } from "../../../src/domain/message.ts";
import { type Aloud, type Draft, draftOfEnd, draftOfPark, type Saying } from "./compose.ts";
import { draftOfReport, type TurnReport } from "./report.ts";

export interface Addressee extends Omit<Saying, "parts"> {
  peers: ChannelKind["peers"];
}

export function endDraft(
  to: Addressee,
  parts: readonly Part[],
  { outcome, account, aloud }: TurnReport & { aloud?: Aloud },
): Draft | undefined {
  if (to.peers === "people") return draftOfEnd({ ...to, parts, ...(aloud && { aloud }) }, outcome);
  return draftOfReport(parts, { outcome, account }, to.port?.limits.text_length ?? Number.POSITIVE_INFINITY);
}

/** `asks`: all that the conversation passes up to its parent. */
export function parkDraft(
  to: Addressee,
  parts: readonly Part[],
  { steps, asks }: { steps: readonly StepRecord[]; asks: ChildAsk[] },
): Draft | undefined {
  if (to.peers === "people") return draftOfPark({ ...to, parts }, steps);
  return asks.length > 0 ? { kind: "question", chunks: [{ type: "question", asks }], texts: 0 } : undefined;
}
