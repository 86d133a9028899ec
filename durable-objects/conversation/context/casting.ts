/** Casting: decides who answers a turn, and with which models, tools and rules. Called once per turn. */
import type { MemoryScope } from "../../../src/agent/ports/memory.ts";
import type { Reasoning } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { Agent, AgentLimits, Steering, ToolRule } from "../../../src/domain/agent.ts";
import type { Channel } from "../../../src/domain/inbound.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { Preferences } from "../../../src/people/preferences.ts";
import type { Meta } from "../rows/meta.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { Visiting } from "./visiting.ts";

export interface Cast {
  agent: Agent;
  /** `provider/model`, first choice first; never empty. */
  models: string[];
  /** Prompt sections that seldom change: skills, capabilities, standing memory. Read when needed. */
  sections(scope: MemoryScope): readonly string[] | Promise<readonly string[]>;
  /** Rules of the agent and of the channel; the stricter one holds. */
  rules: Readonly<Record<string, ToolRule>>;
  /** Whether the agent's own grants count here for this tool; absent: for all tools. */
  mayBeGranted?(tool: string): boolean;
  limits: AgentLimits;
  /** Absent: as the model does by itself. */
  reasoning?: Reasoning;
  steering: Steering;
  /** All tools of this turn, replacing those that the house offers; absent: the latter. */
  tools?: readonly Tool[];
  /** Tells the agent where the words came from and where its answer goes. */
  framing: string;
  /**
   * The place where the agent speaks. It is the same for everybody who is answered there, so conversations
   * share this part of the prompt. Absent: none.
   */
  place?: string;
  /** Limits the context to the first and last messages; absent: all. */
  view?: { first: number; last: number };
  /** Help for somebody in danger, which reaches them whatever the model does. Absent: nobody is. */
  help?: CrisisHelp;
  /** Notices to readers when the turn starts. */
  notices: readonly string[];
  /** Whether later messages may still join this turn, as far as cached rights tell; absent: they may. */
  isStillOpen?(): boolean;
}

export interface CrisisHelp {
  /** The room's own words. */
  text: string;
  /** Shown before the model is asked. Otherwise only when the model says nothing. */
  isFirst: boolean;
}

/**
 * Nobody answers: whoever caused the turn may not talk to its agent. `reason` may be shown to people and says
 * what to do.
 */
export interface NoCast {
  refused: "forbidden" | "api_fail";
  reason: string;
  retryable: boolean;
}

/** The turn to cast, with the agent and model that it names. */
export interface CastRequest {
  turn: Pick<TurnRow, "agent" | "model" | "source" | "actor">;
  meta: Meta;
  /** Whether the actor may write here on the strength of the owner's invitation. */
  is_let_in: boolean;
  /** Recent messages up to the one to answer, newest last. Read on demand. */
  recent(): readonly Message[];
  /** In a room, for a turn to be answered; otherwise absent. */
  visiting?: Visiting | undefined;
  /** Only for a replay: the settings with which the named agent is cast. */
  as?: Agent | undefined;
}

/**
 * `wanted` aborts when nobody waits for the cast any more, after a minute at most. When a casting cannot
 * decide, the conversation's own agent answers; it rejects only when storage fails.
 */
export interface Casting {
  cast(request: CastRequest, wanted: AbortSignal): Cast | Promise<Cast>;
}

/** The complete casting of a turn, which may also refuse. */
export interface TurnCasting {
  cast(request: CastRequest, wanted: AbortSignal): Cast | NoCast | Promise<Cast | NoCast>;
}

interface WishedModels {
  /** The person's choice for this message or conversation. */
  requested: string | null;
  /** The person's choice for all conversations. */
  preferred: string | null;
  /** Channel of the message. */
  channel: Channel;
}

export interface PlainCastingDeps {
  /** The named agent, or the default one. Cached; rejects only when storage fails. */
  agent(slug: string | null): Agent | Promise<Agent>;
  /** First choice first, never empty. */
  models(agent: Agent, models: WishedModels): string[];
  /** The owner's preferences. From memory when warm; never rejects. */
  preferences(owner: string): Preferences | Promise<Preferences>;
  sections(agent: Agent, scope: MemoryScope): string[] | Promise<string[]>;
  rules(agent: Agent, channel: Channel): Cast["rules"];
  framing(channel: Channel): string;
  /** Steering of an agent that does not set it. */
  steering(channel: Channel): Steering;
}

/** The agent in a temporary conversation. */
function withoutMemory(agent: Agent): Agent {
  return { ...agent, memory: "none" };
}

/** Casts the named agent, or the conversation's own, as it is. */
export function plainCasting(deps: PlainCastingDeps): Casting {
  return {
    async cast({ turn, meta, as }) {
      const { channel } = turn.source;
      const [found, { default_model }] = await Promise.all([
        as ?? deps.agent(turn.agent ?? meta.agent),
        deps.preferences(meta.owner),
      ]);
      const agent = meta.temporary ? withoutMemory(found) : found;
      return {
        agent,
        models: deps.models(agent, {
          requested: turn.model ?? meta.model,
          preferred: default_model,
          channel,
        }),
        sections: (scope) => deps.sections(agent, scope),
        rules: deps.rules(agent, channel),
        limits: agent.limits,
        steering: agent.limits.steering ?? deps.steering(channel),
        framing: deps.framing(channel),
        notices: [],
      };
    },
  };
}
