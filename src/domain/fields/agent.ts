/** Settings of an agent. A new one is an entry here, its use, and two translations. */
import type { Channel } from "../inbound.ts";
import { AGENT_LIMITS } from "./agent-limits.ts";
import { COLOR, HOST, MODEL, PERSON, WORKSPACE_FILE } from "./codes.ts";
import { type FieldTable, msg } from "./field.ts";
import { DEFAULT_MODE } from "./mode.ts";
import { MODE_RECORDS } from "./modes/list.ts";

/** `ask_tainted`: allowed until the turn has read outside content, and asked for from then on. From lenient to strict. */
export const TOOL_RULES = ["allow", "ask_tainted", "ask", "deny"] as const;

export type ToolRule = (typeof TOOL_RULES)[number];

/**
 * The people who may talk to the agent besides its owner and the operator: every member of the house, anybody at all
 * (guests, clients and strangers too), or the listed persons and clients by id.
 */
export type Audience = "people" | "everyone" | readonly string[];

const CONTEXT = {
  /** Files for a turn that a person started. */
  full: {
    kind: "list",
    of: WORKSPACE_FILE,
    most: 20,
    lines: 3,
    default: ["SOUL.md", "AGENTS.md", "MEMORY.md"],
    label: msg("Files for people's messages"),
    name: msg("Files for people"),
    note: msg("Workspace files included in its prompt, one per line."),
    group: "files",
  },
  /** Files for a turn that the system started: a schedule, a job. */
  operational: {
    kind: "list",
    of: WORKSPACE_FILE,
    most: 20,
    lines: 3,
    default: ["SOUL.md", "AGENTS.md", "HEARTBEAT.md"],
    label: msg("Files for automated turns"),
    name: msg("Files for automated turns"),
    note: msg("For schedules and jobs."),
    group: "files",
  },
} as const satisfies FieldTable;

export const AGENT_FIELDS = {
  name: {
    kind: "text",
    isName: true,
    least: 1,
    most: 100,
    label: msg("Name"),
    group: "name",
    conducted: true,
  },
  role: {
    kind: "text",
    most: 500,
    default: "",
    wide: true,
    conducted: true,
    label: msg("Role"),
    placeholder: msg("A patient gardener who knows the seasons."),
    group: "role",
  },
  /** Markdown: who the agent is and how it works. */
  instructions: { kind: "text", most: 100_000, lines: 14, label: msg("Instructions"), conducted: true },
  /** First choice first. Empty: the instance's default. */
  models: { kind: "list", of: MODEL, most: 20, default: [], label: msg("Models"), conducted: true },
  /** Model chains by the channel of the message; for other channels `models` holds. */
  models_by_source: {
    kind: "own",
    isRecord: true,
    default: {} as Partial<Record<Channel, string[]>>,
    label: msg("Models"),
  },
  /** Model for titles, summaries and other text that people do not read; null: the instance's. */
  fast_model: {
    ...MODEL,
    default: null,
    conducted: true,
    label: msg("Fast model"),
    note: msg("Writes summaries of long conversations."),
    placeholder: msg("instance default"),
    group: "models",
  },
  /** Mode of messages and conversations that name none. */
  default_mode: {
    kind: "choice",
    default: DEFAULT_MODE,
    label: msg("Mode"),
    note: msg("For conversations in which nobody chose one."),
    options: {
      agent: MODE_RECORDS.agent.label,
      chat: MODE_RECORDS.chat.label,
      search: MODE_RECORDS.search.label,
      research: MODE_RECORDS.research.label,
    },
    group: "models",
  },
  /** Null: the provider's default. */
  temperature: {
    kind: "number",
    least: 0,
    most: 2,
    default: null,
    label: msg("Temperature"),
    note: msg("0 is focused, 2 is creative. Some models ignore this."),
    placeholder: msg("provider default"),
    group: "models",
  },
  /** Absent tools are allowed; `*` changes that default. */
  tools: {
    kind: "own",
    isRecord: true,
    conducted: true,
    default: {} as Record<string, ToolRule>,
    label: msg("Tool"),
  },
  /** Hosts that alone are searched, with what is below them; empty: all that the instance allows. */
  search_hosts: {
    kind: "list",
    of: HOST,
    most: 50,
    lines: 2,
    default: [],
    wide: true,
    label: msg("Search only these sites"),
    note: msg("One per line, such as example.org. Leave empty for the whole web."),
    group: "tools",
  },
  search_blocked_hosts: {
    kind: "list",
    of: HOST,
    most: 100,
    lines: 2,
    default: [],
    wide: true,
    label: msg("Never search these sites"),
    note: msg("One per line."),
    group: "tools",
  },
  skills: {
    kind: "list",
    of: { kind: "code", most: 200 },
    most: 100,
    default: [],
    conducted: true,
    label: msg("Skills"),
  },
  /**
   * Scope of the agent's memory, for writing and recall: its own and what all agents of its owner share
   * (`owner`), its own only (`own`), this conversation only (`conversation`), or no memory (`none`).
   */
  memory: {
    kind: "choice",
    default: "owner",
    wide: true,
    conducted: true,
    label: msg("Memory"),
    options: {
      owner: msg("Shared with your other agents"),
      own: msg("Only its own"),
      conversation: msg("This conversation only"),
      none: msg("None"),
    },
    group: "memory",
  },
  /**
   * Form in which recalled memories reach the agent: passages verbatim (`structured`), one account
   * (`narrative`) or plain facts (`factual`). The fast model writes the latter two.
   */
  recall_style: {
    kind: "choice",
    default: "structured",
    label: msg("Memories in its prompt"),
    options: {
      structured: msg("Passages, word for word"),
      narrative: msg("One summary, by the fast model"),
      factual: msg("Plain facts, by the fast model"),
    },
  },
  /** Prompt for summaries of its long conversations; empty: the instance's, else the house's prompt `compaction`. */
  compaction_prompt: {
    kind: "text",
    most: 20_000,
    lines: 8,
    default: "",
    label: msg("Prompt for summaries"),
  },
  /** The agent's voice in speech, as `provider/voice` or the provider's name of it alone; null: the instance's. */
  voice: {
    kind: "code",
    most: 120,
    default: null,
    must: {
      is: /^(?:[\w-]+\/)?\w[\w.+:() -]*$/,
      otherwise: "a voice is written as provider/voice, or as the provider's name or id of it",
    },
    label: msg("Voice"),
    note: msg("As provider/voice, or a provider's own name such as alloy."),
  },
  limits: { kind: "group", fields: AGENT_LIMITS, label: msg("Limits") },
  /** Workspace files that the agent's prompt contains, in this order. */
  context: { kind: "group", fields: CONTEXT, label: msg("Files") },
  /** Further context tiers: files by the name of the tier, which a message, a notice or a hook may ask for. */
  context_tiers: {
    kind: "own",
    isRecord: true,
    default: {} as Record<string, string[]>,
    label: msg("Further sets of files"),
    note: msg(
      "One set per line: its name, a colon, and its files. An API call or a hook asks for it by name.",
    ),
    placeholder: msg("brief: SOUL.md, notes/brief.md"),
  },
  /** Words that route a message to this agent when no agent was named. */
  keywords: {
    kind: "list",
    of: { kind: "text", isLowerCase: true, least: 2, most: 60 },
    most: 100,
    default: [],
    lines: 2,
    wide: true,
    conducted: true,
    label: msg("Keywords"),
    note: msg("Words that route a message to it when no one is mentioned, one per line."),
    group: "access",
  },
  /** Id of a person; null: the agent belongs to everybody and the operator maintains it. */
  owner: { ...PERSON, label: msg("Owner") },
  audience: { kind: "own", default: "people" as Audience, label: msg("Who can talk to it") },
  /** A conductor may create and change agents and schedules. */
  conductor: { kind: "flag", default: false, label: msg("Conductor") },
  /** Id of a file. */
  picture: {
    kind: "code",
    default: null,
    must: { is: /^fil_[0-9a-z]{6,64}$/, otherwise: "a picture is the id of an uploaded image" },
    label: msg("Picture"),
  },
  color: { ...COLOR, default: null, label: msg("Colour") },
} as const satisfies FieldTable;
