/** A tool context for tests, with a conversation that keeps its schedule in memory. */
import type { ConversationPort, Tool, ToolContext, ToolOutcome } from "../../../src/agent/ports/tool.ts";
import { AGENT_DEFAULTS, type Agent } from "../../../src/domain/agent.ts";
import { trustId } from "../../../src/domain/ids.ts";

export const NOW = Date.parse("2026-11-21T12:00:00Z");

export function anAgent(overrides: Partial<Agent> = {}): Agent {
  return {
    ...AGENT_DEFAULTS,
    slug: "nightjar",
    name: "Nightjar",
    role: "assistant",
    instructions: "",
    models: [],
    version: 1,
    ...overrides,
  };
}

export function aConversation(): ConversationPort {
  const entries = new Map<string, { id: string; at: number; text: string }>();
  return {
    schedule({ key, at, text }) {
      const id = entries.get(key)?.id ?? `sch_${entries.size + 1}`;
      entries.set(key, { id, at, text });
      return { id };
    },
    scheduled: () => [...entries.values()],
    cancelScheduled(id) {
      const key = [...entries].find(([, entry]) => entry.id === id)?.[0];
      return key !== undefined && entries.delete(key);
    },
    status: () => ({
      conversation_id: trustId("cnv_1"),
      messages: 4,
      turns: 2,
      step: 1,
      model: "offline/echo",
      cost_usd: 0.0123,
      input_tokens: 100,
      output_tokens: 20,
      created_at: "2026-11-21T11:00:00Z",
    }),
    begin: () => "Nothing is handed on here.",
    parent: () => null,
    left_usd: () => null,
  };
}

export function aContext(overrides: Partial<ToolContext> = {}): ToolContext {
  return {
    conversation_id: trustId("cnv_1"),
    turn_id: trustId("trn_1"),
    call_id: trustId("call_1"),
    agent: anAgent(),
    owner: "usr_owner",
    actor: null,
    is_owners: true,
    memory: "person",
    source: { channel: "web", sender: "usr_owner" },
    trust: "trusted",
    now: NOW,
    time_zone: null,
    signal: new AbortController().signal,
    idempotency_key: "trn_1/call_1",
    conversation: aConversation(),
    payer: "usr_owner",
    rules: {},
    seen: { tainted: false, user_text: "", seen_urls: [] },
    progress: () => undefined,
    alive: () => undefined,
    begin: () => undefined,
    ...overrides,
  };
}

/** Runs it as the loop does: a refused input is an error result. */
export async function call(tool: Tool, input: unknown, context = aContext()): Promise<ToolOutcome> {
  const parsed = tool.input.parse(input);
  return parsed.ok ? tool.run(parsed.value, context) : { ok: false, error: parsed.problem };
}

export async function contentOf(tool: Tool, input: unknown, context = aContext()): Promise<string> {
  const outcome = await call(tool, input, context);
  if (!("ok" in outcome)) throw new Error("the call was parked");
  return outcome.ok ? outcome.content : `error: ${outcome.error}`;
}
