/** An agent as a form's draft: each field as a person types it. Converts in both directions. */
import type {
  Agent,
  AgentMemory,
  AtTokenLimit,
  RecallStyle,
  ToolRule,
} from "../../../src/channels/web/wire.ts";
import { slugFor } from "../../ui/slug.ts";

interface SourceRow {
  source: string;
  models: string;
}

export interface ToolRow {
  tool: string;
  rule: ToolRule;
}

/** Numbers are texts, empty when not set; lists have one entry per line. */
export interface Draft {
  slug: string;
  name: string;
  role: string;
  instructions: string;
  color: string;
  picture: string | null;
  models: string;
  by_source: SourceRow[];
  fast_model: string;
  temperature: string;
  memory: AgentMemory;
  recall_style: RecallStyle;
  full: string;
  operational: string;
  tools: ToolRow[];
  skills: string;
  voice: string;
  keywords: string;
  audience: "people" | "everyone" | "named";
  named: string;
  owner: string;
  conductor: boolean;
  at_token_limit: AtTokenLimit;
  steering: "" | "next_turn" | "next_step";
  numbers: Record<NumberField, string>;
}

export const NUMBER_FIELDS = [
  "max_steps",
  "max_output_tokens",
  "max_input_chars",
  "messages_per_day",
  "spend_per_day_usd",
  "spend_per_month_usd",
  "compact_at_tokens",
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

export const NEW_AGENT: Agent = {
  slug: "",
  name: "",
  role: "",
  instructions: "",
  models: [],
  models_by_source: {},
  fast_model: null,
  temperature: null,
  tools: {},
  skills: [],
  memory: "owner",
  recall_style: "structured",
  voice: null,
  limits: { max_steps: 50, max_output_tokens: 8192, at_token_limit: "continue" },
  context: {
    full: ["SOUL.md", "AGENTS.md", "MEMORY.md"],
    operational: ["SOUL.md", "AGENTS.md", "HEARTBEAT.md"],
  },
  keywords: [],
  owner: null,
  audience: "people",
  conductor: false,
  picture: null,
  color: null,
  version: 1,
};

export function draftOf(agent: Agent): Draft {
  const { audience, context, limits, models_by_source, tools } = agent;
  return {
    slug: agent.slug,
    name: agent.name,
    role: agent.role,
    instructions: agent.instructions,
    color: agent.color ?? "",
    picture: agent.picture,
    models: lines(agent.models),
    by_source: Object.entries(models_by_source).map(([source, models]) => ({
      source,
      models: lines(models),
    })),
    fast_model: agent.fast_model ?? "",
    temperature: agent.temperature === null ? "" : String(agent.temperature),
    memory: agent.memory,
    recall_style: agent.recall_style,
    full: lines(context.full),
    operational: lines(context.operational),
    tools: Object.entries(tools).map(([tool, rule]) => ({ tool, rule })),
    skills: lines(agent.skills),
    voice: agent.voice ?? "",
    keywords: lines(agent.keywords),
    audience: typeof audience === "string" ? audience : "named",
    named: typeof audience === "string" ? "" : lines(audience),
    owner: agent.owner ?? "",
    conductor: agent.conductor,
    at_token_limit: limits.at_token_limit ?? "halt",
    steering: limits.steering ?? "",
    numbers: Object.fromEntries(
      NUMBER_FIELDS.map((field) => [field, String(limits[field] ?? "")]),
    ) as Draft["numbers"],
  };
}

/** The agent with that version number. A text that is no number is left to the API, which reports it. */
export function agentOf(draft: Draft, version: number): Agent {
  const { at_token_limit, steering, numbers } = draft;
  const set = NUMBER_FIELDS.filter((field) => String(numbers[field] ?? "").trim() !== "");
  return {
    slug: draft.slug.trim(),
    name: draft.name,
    role: draft.role,
    instructions: draft.instructions,
    models: list(draft.models),
    models_by_source: Object.fromEntries(
      draft.by_source
        .filter(({ models }) => list(models).length > 0)
        .map((row) => [row.source, list(row.models)]),
    ),
    fast_model: orNull(draft.fast_model),
    temperature: draft.temperature.trim() === "" ? null : numberOf(draft.temperature),
    tools: Object.fromEntries(
      draft.tools.filter(({ tool }) => tool.trim() !== "").map(({ tool, rule }) => [tool.trim(), rule]),
    ),
    skills: list(draft.skills),
    memory: draft.memory,
    recall_style: draft.recall_style,
    voice: orNull(draft.voice),
    limits: {
      ...(Object.fromEntries(
        set.map((field) => [field, numberOf(numbers[field])]),
      ) as unknown as Agent["limits"]),
      at_token_limit,
      ...(steering !== "" && { steering }),
    },
    context: { full: list(draft.full), operational: list(draft.operational) },
    keywords: list(draft.keywords),
    owner: orNull(draft.owner),
    audience: draft.audience === "named" ? list(draft.named) : draft.audience,
    conductor: draft.conductor,
    picture: draft.picture,
    color: orNull(draft.color),
    version,
  };
}

/** The first of `name`, `name-2`, `name-3` ... that is free. */
export function freeSlug(name: string, taken: readonly string[]): string {
  const base = slugFor(name) || "agent";
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base.slice(0, 58)}-${number}`;
    if (!taken.includes(slug)) return slug;
  }
}

/** Text that is no number is sent as typed: the API says what is wrong with it. */
function numberOf(text: string): number {
  const number = Number(text.trim().replace(",", "."));
  return Number.isNaN(number) ? (text as unknown as number) : number;
}

function lines(items: readonly string[]): string {
  return items.join("\n");
}

function list(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
