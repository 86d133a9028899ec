/** `list_agents`: the agents that the caller may talk to. */
import { z } from "zod";
import { listTargets } from "../../completions/call/target.ts";
import { mayUse, type Offer, orRefused, toToolResult } from "../request-server.ts";

const Output = () =>
  z.object({
    agents: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["agent", "room"]),
        name: z.string(),
        description: z.string(),
      }),
    ),
  });

export const offerAgents: Offer = (served) => {
  if (!mayUse(served, { who: "person", scope: ["read", "chat"] })) return;
  served.server.registerTool(
    "list_agents",
    {
      title: "Agents and rooms",
      description: "Lists the agents and rooms that the person may talk to; `ask` takes their ids.",
      outputSchema: Output(),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () =>
      orRefused(async () => {
        const all = await listTargets(served.context);
        const agents = all.map(({ id, kind, name, description }) => ({ id, kind, name, description }));
        const lines = agents.map(({ id, kind, name, description }) =>
          `- ${id} (${kind}): ${name}. ${description}`.trim(),
        );
        return toToolResult(lines.join("\n"), { agents });
      }),
  );
};
