/** `list_agents`: the agents that the caller may talk to. */
import { z } from "zod";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { listTargets, type TargetSummary } from "../../completions/call/target.ts";
import { mayUse, type Offer, orRefused, type RequestServer, toToolResult } from "../request-server.ts";

const Output = () =>
  z.object({
    agents: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["agent", "room"]),
        name: z.string(),
        description: z.string().describe("What it is for."),
        asks_first: z.array(z.string()).describe("Tools before which it asks the person; * is all others."),
        never_uses: z.array(z.string()).describe("Tools that it does not use; * is all others."),
      }),
    ),
  });

export const offerAgents: Offer = (served) => {
  if (!mayUse(served, { who: "person", scope: ["read", "chat"] })) return;
  served.server.registerTool(
    "list_agents",
    {
      title: "Agents and rooms",
      description:
        "Lists the agents and rooms that the person may talk to: what each is for, before which tools it asks the person, and which it never uses. `ask` takes their ids.",
      outputSchema: Output(),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () =>
      orRefused(async () => {
        const all = await listTargets(served.context);
        const agents = all.map(({ created_at: _at, ...agent }) => agent);
        const lines = agents.map((agent) => `- ${lineOf(agent)}`);
        return toToolResult(lines.join("\n"), { agents });
      }),
  );
};

type Listed = Omit<TargetSummary, "created_at">;

function lineOf({ id, kind, name, description, asks_first, never_uses }: Listed): string {
  const asks = asks_first.length > 0 && `Asks the person before: ${asks_first.join(", ")}.`;
  const never = never_uses.length > 0 && `Never uses: ${never_uses.join(", ")}.`;
  return [`${id} (${kind}): ${name}.`, description, asks, never].filter(Boolean).join(" ");
}

const MOST_NAMED = 25;
const LONGEST_ROLE = 120;

/** Agents and rooms with what they are for, as a tool's description tells a model. */
export async function whomToAsk({ context }: RequestServer): Promise<string> {
  const all = await listTargets(context);
  const named = all.slice(0, MOST_NAMED).map(({ id, name, description }) => {
    const role = oneLine(description, LONGEST_ROLE);
    return `- ${id}: ${name}${role === "" ? "" : `, ${role}`}`;
  });
  const more = all.length > MOST_NAMED ? ["- others: see list_agents"] : [];
  return ["", "There are:", ...named, ...more].join("\n");
}
