/** The router: asks a fast model which agent should answer in a room. Pure except for that call. */
import { z } from "zod";
import type { ModelPort, ModelRequest } from "../../agent/ports/model.ts";
import type { PromptTexts } from "../../agent/prompts/prompt-texts.ts";
import type { PromptValues } from "../../agent/prompts/template.ts";
import type { Agent } from "../../domain/agent.ts";
import type { AnswerFormat } from "../../domain/program/answer-format.ts";
import type { Room } from "../../domain/room.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";

export interface RouterQuestion {
  room: Pick<Room, "name" | "host" | "moderator" | "crisis_agent" | "router_prompt">;
  /** The agents that can answer. */
  agents: readonly Pick<Agent, "slug" | "name" | "role">[];
  muted: readonly string[];
  /** Slug of the agent that the visitor chose. */
  selected: string | null;
  /** The newest is the message to answer. */
  recent: readonly { speaker: string; text: string }[];
  /** Result of the check by wording alone. */
  signs: "none" | "possible";
}

const Verdict = z.object({
  agent: z.string().default(""),
  crisis: z.boolean().default(false),
  breaks_rules: z.boolean().default(false),
  is_selection_fitting: z.boolean().default(true),
  mute: z.string().nullish().default(null),
  reason: z.string().default(""),
});

export interface Verdict {
  /** Slug; it may name an agent that is not in the room. */
  agent: string;
  crisis: boolean;
  breaks_rules: boolean;
  is_selection_fitting: boolean;
  /** Slug of the agent to mute for a while. */
  mute: string | null;
  reason: string;
}

const MOST_OUTPUT_TOKENS = 160;
/** Characters read of each message. */
const READ = 600;
const LONGEST_REASON = 200;

/** A verdict that cannot be read is asked for again so often. */
const MOST_REPAIRS = 2;

export interface RouterModel {
  model: string;
  /** Its API takes a schema for the answer. */
  takesForm: boolean;
  prompts: Pick<PromptTexts, "known">;
}

/** Undefined if the model gave nothing usable. Never rejects because of the model. */
export async function askRouter(
  port: ModelPort,
  { model, takesForm, prompts, ...question }: RouterQuestion & RouterModel,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  const request: ModelRequest = {
    model,
    system: [{ tier: "stable", text: await prompts.known("room-router", valuesOf(question)) }],
    messages: [{ role: "user", content: [{ type: "text", text: materialOf(question) }] }],
    tools: [],
    max_output_tokens: MOST_OUTPUT_TOKENS,
    temperature: 0,
    reasoning: "off",
    history_length: 0,
    ...(takesForm && { format: FORM }),
  };
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs++) {
    const said = await answerOf(port, repairs === 0 ? request : askedAgain(request), signal);
    const verdict = said === undefined ? undefined : verdictIn(said);
    if (verdict || said === undefined) return verdict;
  }
  return undefined;
}

/** Undefined if the call has failed. */
async function answerOf(port: ModelPort, request: ModelRequest, signal: AbortSignal) {
  let said = "";
  for await (const event of port.stream(request, signal)) {
    if (event.type === "restart") said = "";
    if (event.type === "text") said += event.delta;
    if (event.type === "failed") return undefined;
  }
  return said;
}

function askedAgain(request: ModelRequest): ModelRequest {
  const words = {
    type: "text" as const,
    text: "(Your last answer could not be read. Answer with the JSON alone.)",
  };
  const messages = request.messages.map((message) =>
    message.role === "user" ? { ...message, content: [...message.content, words] } : message,
  );
  return { ...request, messages };
}

/** Schema as models are told it: all fields are required, whatever `Verdict` makes of a missing one. */
const FORM: AnswerFormat = {
  name: "verdict",
  is_strict: true,
  schema: {
    type: "object",
    properties: {
      agent: { type: "string" },
      crisis: { type: "boolean" },
      breaks_rules: { type: "boolean" },
      is_selection_fitting: { type: "boolean" },
      mute: { type: ["string", "null"] },
      reason: { type: "string" },
    },
    required: ["agent", "crisis", "breaks_rules", "is_selection_fitting", "mute", "reason"],
    additionalProperties: false,
  },
};

/** Values of the prompt: equal for all messages of a room, so that the provider caches it. */
function valuesOf({ room, agents }: RouterQuestion): PromptValues {
  return {
    room: room.name,
    cast: agents.map(({ slug, name, role }) => `- ${slug}: ${name}. ${role}`).join("\n"),
    rules: room.router_prompt,
    moderator: room.moderator ?? room.host,
    crisis_agent: room.crisis_agent ?? "",
  };
}

function materialOf({ recent, selected, muted, signs }: RouterQuestion): string {
  const lines = recent.map(
    ({ speaker, text }) => `${oneLine(speaker, 60)}: ${JSON.stringify(text.slice(0, READ))}`,
  );
  return [
    "The last messages, the newest last:",
    ...lines,
    `Chosen by the visitor: ${selected ?? "nobody"}.`,
    ...(muted.length > 0 ? [`Silent for a while: ${muted.join(", ")}.`] : []),
    ...(signs === "possible" ? ["Words in it may be signs of danger: look closely."] : []),
  ].join("\n");
}

/** Parses the first JSON object in the text, whatever surrounds it. */
export function verdictIn(said: string): Verdict | undefined {
  const [start, end] = [said.indexOf("{"), said.lastIndexOf("}")];
  if (start < 0 || end < start) return undefined;
  try {
    const parsed = Verdict.safeParse(JSON.parse(said.slice(start, end + 1)));
    if (!parsed.success) return undefined;
    const { mute, reason, agent, ...rest } = parsed.data;
    return {
      ...rest,
      agent: slugOf(agent),
      mute: mute ? slugOf(mute) : null,
      reason: oneLine(reason, LONGEST_REASON),
    };
  } catch {
    return undefined;
  }
}

function slugOf(name: string): string {
  return name.trim().replace(/^@/, "").toLowerCase();
}
