/** Texts about feedback. */
import type { Feedback } from "../../../api/agents/feedback.ts";
import { t } from "../../../words/t.ts";

export type Rating = Feedback["rating"];
export type Reason = Feedback["reasons"][number];

export const REASONS: Record<Rating, readonly Reason[]> = {
  up: ["correct", "helpful", "well_written"],
  down: ["wrong", "incomplete", "off_topic", "too_long", "should_not_have_acted"],
};

export const REASON_WORDS: Record<Reason, string> = {
  correct: t("Correct"),
  helpful: t("Helpful"),
  well_written: t("Well written"),
  wrong: t("Wrong"),
  incomplete: t("Incomplete"),
  off_topic: t("Not what I asked"),
  too_long: t("Too long"),
  should_not_have_acted: t("Should not have done that"),
};

export const RATING_WORDS: Record<Rating, string> = { up: t("Good answer"), down: t("Bad answer") };
