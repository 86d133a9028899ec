/**
 * `create_client`, `update_client` and `list_clients`: offered to conductors, in turns of their own person.
 */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import { type Client, type ClientFields, fieldsOfClient } from "../clients/client.ts";
import { clientSchema } from "../clients/fields.ts";
import { changeClient, makeClient } from "../clients/keep.ts";
import { definedOf } from "../domain/defined.ts";
import { defineTool, toolError, trustedResult } from "../tools/define-tool.ts";
import type { ConductorDeps } from "./ports.ts";
import { noSuchClient, note, refuseOnError, STEERS, UNDO } from "./tools.ts";

export function clientTools(deps: ConductorDeps): Tool[] {
  return [createTool(deps), updateTool(deps), listTool(deps)];
}

const NewClient = () => clientSchema().omit({ active: true });

const ClientChange = () => {
  const { name, kind, notes, active, spend_per_day_usd, spend_per_month_usd } = clientSchema().shape;
  return z.strictObject({
    slug: clientSchema().shape.slug,
    name: name.optional(),
    kind: kind.unwrap().optional(),
    notes: notes.unwrap().optional(),
    active: active.unwrap().optional(),
    spend_per_day_usd: spend_per_day_usd.unwrap().optional(),
    spend_per_month_usd: spend_per_month_usd.unwrap().optional(),
  });
};
type ClientChange = z.output<ReturnType<typeof ClientChange>>;

function createTool(deps: ConductorDeps): Tool {
  const what = ({ slug, name }: { slug: string; name: string }) => `take on the client "${slug}" (${name})`;
  return defineTool({
    name: "create_client",
    description:
      "Take on a client of this person: somebody or an organisation with agents, memory and a budget of their own, apart from the person's. Give a slug, a name, its `kind`, `notes` for the person and what it may spend. create_agent with `client` makes its agents.",
    schema: NewClient(),
    effect: "once",
    reach: "inside",
    personal: true,
    touches: (request) => STEERS(what(request)),
    asks_first: what,
    run: (request, context) => refuseOnError(() => create(deps, { ...request, active: true }, context)),
  });
}

function updateTool(deps: ConductorDeps): Tool {
  const what = ({ slug, ...change }: ClientChange) =>
    `change ${Object.keys(change).join(", ")} of the client "${slug}"`;
  return defineTool({
    name: "update_client",
    description:
      "Change a client of this person by its `slug`: what you leave out stays. Where `active` is false nothing of it runs.",
    schema: ClientChange(),
    effect: "once",
    reach: "inside",
    personal: true,
    touches: (change) => STEERS(what(change)),
    asks_first: what,
    run: (change, context) => refuseOnError(() => update(deps, change, context)),
  });
}

function listTool(deps: ConductorDeps): Tool {
  return defineTool({
    name: "list_clients",
    description:
      "The clients that this person keeps, with their agents and what they may spend and have spent.",
    schema: z.strictObject({}),
    effect: "read",
    reach: "inside",
    personal: true,
    shows: () => "list your clients",
    run: async (_, { owner }) => {
      const all = await deps.clients().clients.list(owner);
      const lines = await Promise.all(all.map((client) => lineOf(deps, client)));
      return trustedResult(lines.length === 0 ? "This person has no clients." : lines.join("\n"));
    },
  });
}

async function create(deps: ConductorDeps, fields: ClientFields, context: ToolContext): Promise<ToolOutcome> {
  const principal = await deps.personOf(context.owner);
  if (!principal || principal.role === "guest")
    return toolError("This person isn't allowed to have clients.");
  const { slug, version, name } = await makeClient(deps.clients(), context.owner, fields);
  await note(deps, context, { did: "created", kind: "client", slug, version });
  return trustedResult(`The client ${slug} (${name}) is there. ${UNDO}`);
}

async function update(
  deps: ConductorDeps,
  { slug, ...change }: ClientChange,
  context: ToolContext,
): Promise<ToolOutcome> {
  const keeping = deps.clients();
  const before = (await keeping.clients.list(context.owner)).find((client) => client.slug === slug);
  if (!before) return toolError(noSuchClient(slug));
  const after = await changeClient(keeping, before, definedOf(change));
  if (after.version === before.version) return trustedResult(`${slug} is already like that.`);
  const was = JSON.stringify(fieldsOfClient(before));
  await note(deps, context, { did: "updated", kind: "client", slug, version: after.version, before: was });
  return trustedResult(`The client ${slug} is changed. ${UNDO}`);
}

async function lineOf(deps: ConductorDeps, client: Client): Promise<string> {
  const keeping = deps.clients();
  const [agents, spent] = await Promise.all([keeping.agentsOf(client.id), keeping.spent(client.id)]);
  const limits = [
    limitOf("a day", client.spend_per_day_usd, spent.day),
    limitOf("a month", client.spend_per_month_usd, spent.month),
  ].filter((text) => text !== "");
  const parts = [
    `${client.slug}: ${client.name} (${client.kind}${client.active ? "" : ", not active"})`,
    agents.length === 0 ? "no agents" : `agents ${agents.join(", ")}`,
    ...(limits.length === 0 ? [`spent this month $${spent.month.toFixed(2)}`] : limits),
  ];
  return parts.join("; ");
}

function limitOf(period: string, limit: number | null, spent: number): string {
  return limit === null ? "" : `$${spent.toFixed(2)} of $${limit.toFixed(2)} ${period} spent`;
}
