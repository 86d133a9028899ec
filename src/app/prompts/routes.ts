/** Routes for saved prompts: list, create, change, remove. */
import { z } from "zod";
import { PromptFields, PromptShape } from "../../contract/agents/prompts.ts";
import { listOf, type SchemaOutput } from "../../contract/schema.ts";
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import { variablesOf } from "../../domain/prompt.ts";
import { PROMPTS, type Prompt } from "../../prompts/verbs.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { countGuest } from "../http/guests.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { changesOf } from "../http/schemas.ts";
import { servicesOf } from "./services.ts";

const params = () => z.object({ name: z.string().max(100) });

export const promptRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/prompts",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "One's prompts, by name, with the gaps in each.",
    answers: () => ({ 200: listOf(PromptShape()) }),
    async handler(context) {
      const kept = await servicesOf(context).verbs(PROMPTS).list(owner(context));
      return reply(200, { items: kept.map(shown), next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/prompts",
    policy: { who: "person", scope: "write" },
    summary: "Keeps a prompt; `{{place}}` in its text is a gap.",
    body: PromptFields,
    answers: () => ({ 201: PromptShape() }),
    handler: (context, { body }) => add(context, body),
  }),
  defineRoute({
    method: "patch",
    path: "/prompts/:name",
    policy: { who: "person", scope: "write" },
    summary: "Changes its name, description or text; what is left out stays.",
    params,
    body: () => changesOf(PromptFields()),
    answers: () => ({ 200: PromptShape() }),
    handler: (context, { params: { name }, body }) => change(context, name, body),
  }),
  defineRoute({
    method: "delete",
    path: "/prompts/:name",
    policy: { who: "person", scope: "write" },
    summary: "Removes a prompt.",
    params,
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { name } }) {
      const isGone = await servicesOf(context).verbs(PROMPTS).remove(owner(context), name);
      if (!isGone) throw missing(name);
      return context.body(null, 204);
    },
  }),
];

async function add(context: ApiContext, body: SchemaOutput<typeof PromptFields>) {
  await countGuest(context, "prompts");
  const made = await servicesOf(context).verbs(PROMPTS).add(owner(context), body);
  if (made === "taken") throw taken(body.name);
  if (made === "full") throw new AppError("conflict", "There are already 500 prompts. Remove one first.");
  return reply(201, shown(made));
}

async function change(context: ApiContext, name: string, fields: Partial<SchemaOutput<typeof PromptFields>>) {
  const changed = await servicesOf(context).verbs(PROMPTS).change(owner(context), name, definedOf(fields));
  if (changed === "taken") throw taken(fields.name ?? name);
  if (changed === "missing") throw missing(name);
  return reply(200, shown(changed));
}

function shown({ created_at, updated_at, ...prompt }: Prompt) {
  const variables = variablesOf(prompt.text);
  return { ...prompt, variables, created_at: iso(created_at), updated_at: iso(updated_at) };
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}

function taken(name: string): AppError {
  return new AppError(
    "conflict",
    `There is a prompt called ${name} already: edit that one, or choose another name.`,
  );
}

function missing(name: string): AppError {
  return new AppError("resource_not_found", `There is no prompt called ${name}.`);
}
