/** Feedback of people on answers: a thumb, and at will a word. Times are ms since the epoch. */
import type { Id } from "../domain/ids.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    fbk: "feedback";
  }
}

export const RATINGS = ["up", "down"] as const;

export const FEEDBACK_REASONS = [
  "correct",
  "helpful",
  "well_written",
  "wrong",
  "incomplete",
  "off_topic",
  "too_long",
  "should_not_have_acted",
] as const;

export interface FeedbackFields {
  rating: (typeof RATINGS)[number];
  reasons: readonly (typeof FEEDBACK_REASONS)[number][];
  /** Comment of one line; empty: none. */
  word: string;
}

export interface Feedback extends FeedbackFields {
  id: Id<"fbk">;
  /** Id of the person who gives it. */
  owner: string;
  conversation_id: string;
  message_id: string;
  /** Slug of the agent that answered. */
  agent: string;
  /** The answer's text, which goes along with a word or a reason; empty with a bare thumb. */
  answer: string;
  created_at: number;
  updated_at: number;
}

/** Feedback as the agent's owner sees it. */
export interface SeenFeedback extends Feedback {
  /** Title of the conversation; null: that viewer may not read it. */
  title: string | null;
}

export interface FeedbackCounts {
  up: number;
  down: number;
}
