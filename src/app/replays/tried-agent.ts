/** The agent of a run, with the version or the instructions that are tried. */
import { type Agent, mayEditAgent, mayTalkTo, noSuchAgent } from "../../domain/agent.ts";
import { AppError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { RunChange } from "../../replays/set.ts";
import type { Services } from "./services.ts";

/**
 * Undefined: agents answer as they are. Its owner and audience are those of today. Throws an AppError when the person
 * may not do that.
 */
export async function triedAgent(
  services: Pick<Services, "agents" | "agentVersions">,
  person: Principal,
  { agent: slug, version, instructions }: RunChange,
): Promise<Agent | undefined> {
  const isChanged = version !== undefined || instructions !== undefined;
  if (slug === undefined && !isChanged) return undefined;
  if (slug === undefined)
    throw new AppError(
      "malformed_request",
      "agent: name the agent that the version or the instructions are for.",
    );
  const agent = await services.agents.get(slug);
  if (!agent || !(mayTalkTo(agent, person) || mayEditAgent(agent, person)))
    throw new AppError("resource_not_found", noSuchAgent(slug));
  if (!isChanged) return undefined;
  if (!mayEditAgent(agent, person))
    throw new AppError(
      "forbidden",
      `Only who may edit ${agent.name} can try its versions or other instructions.`,
    );
  const old = version === undefined ? undefined : await services.agentVersions.get(slug, version);
  if (version !== undefined && !old)
    throw new AppError("resource_not_found", `${agent.name} has no version ${version}.`);
  const { owner, audience } = agent;
  const fields = { ...agent, ...old?.fields, ...(instructions !== undefined && { instructions }) };
  return { ...fields, slug, version: version ?? agent.version, owner, audience };
}
