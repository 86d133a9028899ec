/** Who answers a turn, and as what: one question, asked once a turn. */
import type { MemoryScope } from "../../../src/agent/ports/memory.ts";
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
  /** Sections of the prompt that change seldom: skills, capabilities, standing memory. Read when they are needed. */
  sections(scope: MemoryScope): readonly string[] | Promise<readonly string[]>;
  /** Those of the agent and of where the words came from: the stricter holds. */
  rules: Readonly<Record<string, ToolRule>>;
  /** Whether what the owner has allowed the agent for good holds here for this tool; absent: for all. */
  mayBeGranted?(tool: string): boolean;
  limits: AgentLimits;
  steering: Steering;
  /** All that it has, in place of what the house offers its agent; absent: that. */
  tools?: readonly Tool[];
  /** What the agent is told of where the words came from, and where its answer goes. */
  framing: string;
  /** Where it speaks, the same for all who are answered there: conversations share this part of the prompt. Absent: nowhere. */
  place?: string;
  /** It sees only the first and the last of the messages; absent: all. */
  view?: { first: number; last: number };
  /** Told to whoever reads along when the turn starts. */
  notices: readonly string[];
  /** Whether what is said meanwhile may still be heard in this turn, as far as memory tells; absent: it may. */
  isStillOpen?(): boolean;
}

/** Nobody answers: whoever has caused the turn may not talk to its agent. `reason` is public and says what to do. */
export interface NoCast {
  refused: "forbidden" | "api_fail";
  reason: string;
  retryable: boolean;
}

/** What is to be answered, by whom if anybody was named. */
export interface CastRequest {
  turn: Pick<TurnRow, "agent" | "model" | "source" | "actor">;
  meta: Meta;
  /** Whoever has caused the turn was let in here to write, by whose conversation it is. */
  is_let_in: boolean;
  /** What was said last, newest last, up to what is to be answered. Read when it is asked for. */
  recent(): readonly Message[];
  /** In a room, of a turn that is to be answered; absent: the conversation is in none, or nobody is answered. */
  visiting?: Visiting | undefined;
}

/**
 * `wanted` aborts when nobody waits for the cast any more: it has a minute at most. When it cannot decide, whoever is at
 * home in the conversation answers; it rejects only when storage fails.
 */
export interface Casting {
  cast(request: CastRequest, wanted: AbortSignal): Cast | Promise<Cast>;
}

/** The whole of it, as turns ask: who may not be answered has no cast. */
export interface TurnCasting {
  cast(request: CastRequest, wanted: AbortSignal): Cast | NoCast | Promise<Cast | NoCast>;
}

export interface WishedModels {
  /** The person's own choice for this message or conversation, */
  wish: string | null;
  /** and for all. */
  preferred: string | null;
  /** Where the words came from. */
  channel: Channel;
}

export interface PlainCastingDeps {
  /** The named agent, or the default one. Cached; rejects only when storage fails. */
  agent(slug: string | null): Agent | Promise<Agent>;
  /** First choice first, never empty. */
  models(agent: Agent, wished: WishedModels): string[];
  /** What the owner prefers. From memory when warm; never rejects. */
  preferences(owner: string): Preferences | Promise<Preferences>;
  sections(agent: Agent, scope: MemoryScope): string[] | Promise<string[]>;
  rules(agent: Agent, channel: Channel): Cast["rules"];
  framing(channel: Channel): string;
  /** Of an agent that does not say. */
  steering(channel: Channel): Steering;
}

/** The agent that was named, or the conversation's own, as it is. */
export function plainCasting(deps: PlainCastingDeps): Casting {
  return {
    async cast({ turn, meta }) {
      const { channel } = turn.source;
      const [agent, { default_model }] = await Promise.all([
        deps.agent(turn.agent ?? meta.agent),
        deps.preferences(meta.owner),
      ]);
      return {
        agent,
        models: deps.models(agent, { wish: turn.model ?? meta.model, preferred: default_model, channel }),
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
