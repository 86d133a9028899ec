/** Limits of an agent. */
import { count, type FieldTable, msg } from "./field.ts";

export const AGENT_LIMITS = {
  /** Model calls and tool batches in one turn. */
  max_steps: {
    ...count(1, 200, 50),
    label: msg("Steps per answer"),
    note: msg("Model calls, each with its tool calls."),
    group: "limits",
  },
  /** Limit of one model call. */
  max_output_tokens: {
    ...count(64, 200_000, 8192),
    label: msg("Tokens per reply"),
    note: msg("A token is about three quarters of a word."),
    group: "limits",
  },
  /** The longest message that the agent accepts, in characters. */
  max_input_chars: {
    kind: "number",
    isWhole: true,
    least: 1,
    most: 1_000_000,
    optional: true,
    label: msg("Characters of a message"),
    note: msg("Longer messages are refused. Leave empty for no limit."),
    group: "limits",
  },
  /** Messages of one payer that the agent answers in a UTC day. */
  messages_per_day: {
    kind: "number",
    isWhole: true,
    least: 1,
    most: 1_000_000,
    optional: true,
    label: msg("Messages per day"),
    note: msg("Per person. Leave empty for no limit."),
    group: "limits",
  },
  /** Limits in US dollars for all users together, by UTC day and month. */
  spend_per_day_usd: {
    kind: "number",
    least: 0,
    most: 1_000_000,
    optional: true,
    label: msg("Dollars per day"),
    note: msg("For everyone together. Leave empty to follow the budgets."),
    group: "limits",
  },
  spend_per_month_usd: {
    kind: "number",
    least: 0,
    most: 1_000_000,
    optional: true,
    conducted: true,
    label: msg("Dollars per month"),
    note: msg("For everyone together. Leave empty to follow the budgets."),
    group: "limits",
  },
  /** Compaction starts at this many tokens; absent: at 75 % of the model's window. */
  compact_at_tokens: {
    kind: "number",
    isWhole: true,
    least: 1_000,
    most: 10_000_000,
    optional: true,
    label: msg("Summarise from"),
    note: msg("When a conversation gets long. Leave empty to follow the model's limit."),
    group: "limits",
  },
  /**
   * Handling of a reply that reached its token limit: another call continues it, it ends with its last whole
   * sentence, or it is halted as it is and the person is told.
   */
  at_token_limit: {
    kind: "choice",
    optional: true,
    means: "halt",
    begins: "continue",
    label: msg("When a reply reaches its token limit"),
    name: msg("When the limit is reached"),
    options: {
      continue: msg("Continues by itself"),
      finish: msg("Ends after the last complete sentence"),
      halt: msg("Stops and asks whether to continue"),
    },
    group: "limits",
  },
  /**
   * Handling of a message that arrives during a turn: in a turn of its own, or by the running turn's next step.
   * Absent: the channel's default.
   */
  steering: {
    kind: "choice",
    optional: true,
    label: msg("Messages while it answers"),
    name: msg("Messages sent meanwhile"),
    unset: msg("Channel default"),
    options: { next_step: msg("Read at the next step"), next_turn: msg("Answered afterwards") },
    group: "limits",
  },
} as const satisfies FieldTable;
