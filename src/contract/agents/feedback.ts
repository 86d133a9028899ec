/** Feedback on answers, as people give it and as the agent's owner sees it. */
import { z } from "zod";
import { FEEDBACK_REASONS, RATINGS } from "../../agents/feedback.ts";
import { type JsonOf, listOf, namedSchema, type SchemaInput, time } from "../schema.ts";

const LONGEST_WORD = 500;

const fields = () => ({
  rating: z.enum(RATINGS),
  reasons: z.array(z.enum(FEEDBACK_REASONS)),
  word: z.string(),
});

export const FeedbackBody = () =>
  z.object({
    rating: z.enum(RATINGS),
    reasons: z.array(z.enum(FEEDBACK_REASONS)).max(FEEDBACK_REASONS.length).default([]),
    word: z.string().trim().max(LONGEST_WORD).default(""),
  });

/** Feedback of the caller on one answer. */
export const FeedbackShape = namedSchema("Feedback", () =>
  z.object({ message_id: z.string(), agent: z.string(), ...fields(), updated_at: time() }),
);

export const GivenFeedbackShape = () =>
  FeedbackShape().extend({
    /** True when the caller manages the agent, and so is the one who sees it. */
    is_manager: z.boolean(),
  });

export const SeenFeedbackShape = namedSchema("AgentFeedback", () =>
  z.object({
    id: z.string(),
    ...fields(),
    /** The answer's text, if the person sent a word or a reason with it; empty otherwise. */
    answer: z.string(),
    /** Place of the answer; null: the caller may not read it. */
    conversation_id: z.string().nullable(),
    message_id: z.string().nullable(),
    title: z.string().nullable(),
    is_own: z.boolean(),
    updated_at: time(),
  }),
);

export const AgentFeedbackShape = () =>
  listOf(SeenFeedbackShape()).extend({ counts: z.object({ up: z.number(), down: z.number() }) });

export type FeedbackFields = SchemaInput<typeof FeedbackBody>;
export type Feedback = JsonOf<typeof FeedbackShape>;
export type GivenFeedback = JsonOf<typeof GivenFeedbackShape>;
export type SeenFeedback = JsonOf<typeof SeenFeedbackShape>;
export type AgentFeedback = JsonOf<typeof AgentFeedbackShape>;
