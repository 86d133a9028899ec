/** Research as commands see and steer it. */
import type { Result } from "../../domain/errors.ts";

/** The newest research of a conversation, for the person who may steer it. */
export interface CurrentResearch {
  question: string;
  state: "running" | "waiting" | "halted" | "completed";
  /** In their order, without struck ones. */
  steps: readonly { id: string; question: string; state: string }[];
  /** Asked before the plan is carried out; null: nothing is. */
  clarification: string | null;
  sources: number;
  notes: number;
  /** US dollars. */
  spent_usd: number;
  ceiling_usd: number;
  steer(steering: Steering): Promise<Result<unknown>>;
}

export type Steering =
  /** `answer`: to its question; null skips it. */
  | { do: "go"; answer: string | null }
  | { do: "halt" | "resume" | "renew" }
  | { do: "add"; question: string }
  | { do: "strike"; id: string }
  | { do: "reword"; id: string; question: string };
