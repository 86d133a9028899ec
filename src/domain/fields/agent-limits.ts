/** Limits of an agent. */
import { count, type FieldTable, msg } from "./field.ts";

export const AGENT_LIMITS = {
  /** Model calls and tool batches in one turn. */
  max_steps: {
    ...count(1, 200, 50),
    label: msg("Steps in one answer"),
    note: msg("Calls of a model, each with its tools."),
    group: "limits",
  },
  /** Limit of one model call. */
  max_output_tokens: {
    ...count(64, 200_000, 8192),
    label: msg("Tokens of one reply"),
    note: msg("About three quarters of a word each."),
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
    note: msg("Longer ones are refused. Empty: any."),
    group: "limits",
  },
  /** Messages of one payer that the agent answers in a UTC day. */
  messages_per_day: {
    kind: "number",
    isWhole: true,
    least: 1,
    most: 1_000_000,
    optional: true,
    label: msg("Messages a day"),
    note: msg("Of each person. Empty: any number."),
    group: "limits",
  },
  /** Limits in US dollars for all users together, by UTC day and month. */
  spend_per_day_usd: {
    kind: "number",
    least: 0,
    most: 1_000_000,
    optional: true,
    label: msg("Dollars a day"),
    note: msg("By all who use it. Empty: as the budgets have it."),
    group: "limits",
  },
  spend_per_month_usd: {
    kind: "number",
    least: 0,
    most: 1_000_000,
    optional: true,
    conducted: true,
    label: msg("Dollars a month"),
    note: msg("By all who use it. Empty: as the budgets have it."),
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
    note: msg("A long conversation. Empty: as its model needs it."),
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
    label: msg("A reply that reaches its tokens"),
    name: msg("At that limit"),
    options: {
      continue: msg("Goes on by itself"),
      finish: msg("Ends with its last whole sentence"),
      halt: msg("Stops, and asks whether to go on"),
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
    label: msg("What is said while it answers"),
    name: msg("What is said meanwhile"),
    unset: msg("As the channel has it"),
    options: { next_step: msg("Is heard at its next step"), next_turn: msg("Is answered afterwards") },
    group: "limits",
  },
} as const satisfies FieldTable;
