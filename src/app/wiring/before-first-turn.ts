/**
 * Somebody who opens a conversation may write soon. What the first turn of an isolate takes longest over, and every later
 * one finds done, is begun when they open it: the agent is read, its tools are described, the table of words is loaded.
 */
import type { Toolbox } from "../../agent/ports/tool.ts";
import type { AgentCache } from "../../storage/d1/agents/agent-cache.ts";

export interface BeforeFirstTurn {
  agentCache: Pick<AgentCache, "get">;
  toolbox: Toolbox;
  memory: { ready(): Promise<void> };
}

/** Tools that are described at once: somebody may have written meanwhile. */
const AT_ONCE = 8;

/** Once for an isolate. Returns at once and never throws: what fails here, the turn meets again and says so. */
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
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
  }
}
