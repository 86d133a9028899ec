/**
 * Warm-up before an isolate's first turn. Whoever opens a conversation may write soon, so the slow work that only the first
 * turn would have to do begins when they open it: reading the agent, describing its tools, loading the word vectors.
 */
import type { Toolbox } from "../../agent/ports/tool.ts";
import { pause } from "../../platform/pause.ts";
import type { AgentCache } from "../../storage/d1/agents/agent-cache.ts";

interface BeforeFirstTurn {
  agentCache: Pick<AgentCache, "get">;
  toolbox: Toolbox;
  memory: { ready(): Promise<void> };
}

/** Tools described without yielding: somebody may have written meanwhile. */
const AT_ONCE = 8;

/** Once per isolate. Returns at once and never throws: the turn meets the same failure again and reports it. */
export function beforeFirstTurn(
  deps: BeforeFirstTurn,
): (who: { owner: string; agent: string | null }) => void {
  let isBegun = false;
  return (who) => {
    if (isBegun) return;
    isBegun = true;
    begin(deps, who).catch(() => undefined);
  };
}

async function begin(
  { agentCache, toolbox, memory }: BeforeFirstTurn,
  { owner, agent }: { owner: string; agent: string | null },
): Promise<void> {
  const tools = await toolbox.list(await agentCache.get(agent), owner);
  await memory.ready();
  for (let at = 0; at < tools.length; at += AT_ONCE) {
    for (const { input } of tools.slice(at, at + AT_ONCE)) void input.json;
    await pause(0);
  }
}
