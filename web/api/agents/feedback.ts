/** Feedback on answers: one's own, and what others say of an agent that one manages. */
import type {
  AgentFeedback,
  Feedback,
  FeedbackFields,
  GivenFeedback,
  SeenFeedback,
} from "../../../src/contract/agents/feedback.ts";
import { call, query, type Result } from "../http.ts";

export type { AgentFeedback, Feedback, FeedbackFields, GivenFeedback, SeenFeedback };

export interface AnswerPlace {
  conversation: string;
  message: string;
}

export function listFeedback(conversation: string): Promise<Result<{ items: Feedback[] }>> {
  return call("GET", `/conversations/${encodeURIComponent(conversation)}/feedback`);
}

export function giveFeedback(place: AnswerPlace, fields: FeedbackFields): Promise<Result<GivenFeedback>> {
  return call("PUT", addressOf(place), fields);
}

export function takeFeedbackBack(place: AnswerPlace): Promise<Result<null>> {
  return call("DELETE", addressOf(place));
}

export function readAgentFeedback(slug: string, cursor: string | null): Promise<Result<AgentFeedback>> {
  return call("GET", `/agents/${encodeURIComponent(slug)}/feedback${query({ cursor })}`);
}

function addressOf({ conversation, message }: AnswerPlace): string {
  return `/conversations/${encodeURIComponent(conversation)}/messages/${encodeURIComponent(message)}/feedback`;
}
