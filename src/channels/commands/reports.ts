/** /status, /usage and /memory: reports on the conversation, spending and memory. */
import { type ChatCommand, type CurrentConversation, NOTHING_HERE, type SpendingSummary } from "./command.ts";

export const status: ChatCommand = {
  name: "status",
  description: "Tells what goes on here: state, agent, model",
  usage: "",
  by: "member",
  async run({ services }) {
    const here = await services.here();
    return here ? statusOf(here).join("\n") : NOTHING_HERE;
  },
};

function statusOf({ title, turn, agent, model, message_count, cost_usd }: CurrentConversation): string[] {
  return [
    `- Conversation: ${title === "" ? "not named yet" : title}`,
    `- State: ${turn ? turn.state.replaceAll("_", " ") : "idle"}`,
    `- Agent: ${turn?.agent ?? agent ?? "the default"}`,
    `- Model: ${turn?.model ?? model ?? "the default"}`,
    `- Messages: ${message_count}`,
    `- Cost: ${dollars(cost_usd)}`,
  ];
}

export const usage: ChatCommand = {
  name: "usage",
  description: "Tells tokens and cost, of this conversation and of your day",
  usage: "",
  by: "member",
  async run({ services }) {
    const [here, today, month] = await Promise.all([
      services.here(),
      services.spent("person_today"),
      services.spent("conversation_month"),
    ]);
    const lines = [`- Yours today (UTC): ${spentIn(today)}`];
    if (here)
      lines.unshift(
        `- This conversation: ${dollars(here.cost_usd)} in all`,
        `- In its last 30 days: ${spentIn(month)}`,
      );
    return lines.join("\n");
  },
};

function spentIn({ input_tokens, output_tokens, cost_usd }: SpendingSummary): string {
  const [read, written] = [input_tokens, output_tokens].map((count) => count.toLocaleString("en-US"));
  return `${read} tokens read, ${written} written, ${dollars(cost_usd)}`;
}

function dollars(cost: number): string {
  return `$${cost.toFixed(cost > 0 && cost < 0.1 ? 4 : 2)}`;
}

export const memory: ChatCommand = {
  name: "memory",
  description: "Tells what is remembered about something",
  usage: "WORDS",
  by: "member",
  isPrivate: true,
  async run({ services, words }) {
    if (words === "") return "Say what to look for: `/memory WORDS`.";
    const found = await services.recall(words.slice(0, 500));
    return found.length === 0 ? "I don't remember anything about that." : found.map(quoted).join("\n");
  },
};

const MOST_OF_ONE = 300;

/** One line of untrusted content, whoever wrote it. */
function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `- ${line.length > MOST_OF_ONE ? `${line.slice(0, MOST_OF_ONE).toWellFormed()}…` : line}`;
}
