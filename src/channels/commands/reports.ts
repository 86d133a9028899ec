/** /status, /usage and /memory: reports on the conversation, spending and memory. */
import type { TurnState } from "../../domain/events.ts";
import type { Translate } from "../../domain/text/translated/for-people.ts";
import { type ChatCommand, type CurrentConversation, NOTHING_HERE, type SpendingSummary } from "./command.ts";

export const status: ChatCommand = {
  name: "status",
  description: "Show state, agent and model",
  usage: "",
  by: "member",
  async run({ services, say }) {
    const here = await services.here();
    return here ? listOf(statusOf(here, say)) : say(NOTHING_HERE);
  },
};

function statusOf(
  { title, turn, agent, model, message_count, cost_usd }: CurrentConversation,
  say: Translate,
): string[] {
  const usual = say("the default");
  return [
    `${say("Conversation")}: ${title === "" ? say("not named yet") : title}`,
    `${say("State")}: ${say(stateOf(turn))}`,
    `${say("Agent")}: ${turn?.agent ?? agent ?? usual}`,
    `${say("Model")}: ${turn?.model ?? model ?? usual}`,
    `${say("Messages")}: ${message_count}`,
    `${say("Cost")}: ${dollars(cost_usd)}`,
  ];
}

const STATES = {
  waiting: "waiting",
  thinking: "thinking",
  tools: "using a tool",
  parked: "waiting for you",
  idle: "idle",
} satisfies Record<TurnState, string>;

function stateOf(turn: CurrentConversation["turn"]): string {
  const state = Object.keys(STATES).find((each) => each === turn?.state);
  return STATES[(state ?? "idle") as TurnState];
}

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

export const usage: ChatCommand = {
  name: "usage",
  description: "Show tokens and cost of this conversation and of your day",
  usage: "",
  by: "member",
  async run({ services, say }) {
    const [here, today, month] = await Promise.all([
      services.here(),
      services.spent("person_today"),
      services.spent("conversation_month"),
    ]);
    const lines = [say(`Yours today (UTC): ${spentIn(today)}`)];
    if (here)
      lines.unshift(
        say(`This conversation: ${dollars(here.cost_usd)} in all`),
        say(`In its last 30 days: ${spentIn(month)}`),
      );
    return listOf(lines);
  },
};

function spentIn({ input_tokens, output_tokens, cost_usd }: SpendingSummary): string {
  const [read, written] = [input_tokens, output_tokens].map((count) => count.toLocaleString("en-US"));
  return `${read} input tokens, ${written} output tokens, ${dollars(cost_usd)}`;
}

function dollars(cost: number): string {
  return `$${cost.toFixed(cost > 0 && cost < 0.1 ? 4 : 2)}`;
}

export const memory: ChatCommand = {
  name: "memory",
  description: "Search what I remember",
  usage: "WORDS",
  by: "member",
  isPrivate: true,
  async run({ services, words, say }) {
    if (words === "") return say("Write what to look for: `/memory WORDS`.");
    const found = await services.recall(words.slice(0, 500));
    return found.length === 0 ? say("I don't remember anything about that.") : found.map(quoted).join("\n");
  },
};

const MOST_OF_ONE = 300;

/** One line of untrusted content, whoever wrote it. */
function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `- ${line.length > MOST_OF_ONE ? `${line.slice(0, MOST_OF_ONE).toWellFormed()}…` : line}`;
}
