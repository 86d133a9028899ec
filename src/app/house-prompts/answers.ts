/** Answers about the house's prompts, loaded with the first request for them. */
import { type ShippedPrompt, samplesOf } from "../../agent/prompts/prompt-texts.ts";
import { renderTemplate } from "../../agent/prompts/template.ts";
import { problemIn } from "../../agent/prompts/template-problem.ts";
import { AppError } from "../../domain/errors.ts";
import type { HousePromptVersion } from "../../storage/d1/prompts/house-prompts.ts";
import type { ApiContext } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { type Services, servicesOf } from "./services.ts";

export async function list(context: ApiContext) {
  return { items: await listed(servicesOf(context)), next_cursor: null };
}

export async function edit(context: ApiContext, name: string, body: { text: string; version: number }) {
  const prompt = shippedOf(servicesOf(context), name);
  checked(prompt, body.text);
  return edited(context, prompt, body);
}

export async function restore(context: ApiContext, name: string) {
  const services = servicesOf(context);
  const before = await currentOf(services, name);
  const { version } = before;
  return before.is_edited ? edited(context, shippedOf(services, name), { text: null, version }) : before;
}

export async function versions(context: ApiContext, name: string) {
  const kept = await servicesOf(context).housePrompts.versions(name);
  const items = kept.map(({ version, text, by, at }) => ({ version, text, by, at: iso(at) }));
  return { items, next_cursor: null };
}

export function preview(context: ApiContext, name: string, text: string) {
  const prompt = shippedOf(servicesOf(context), name);
  checked(prompt, text);
  return { text: renderTemplate(text, samplesOf(prompt)) };
}

function checked({ variables, required }: ShippedPrompt, text: string): void {
  const found = problemIn(text, { variables: Object.keys(variables), required });
  if (found) throw new AppError("malformed_request", `Line ${found.line}: ${found.problem}`);
}

function shippedOf({ shippedPrompts }: Services, name: string): ShippedPrompt {
  const found = shippedPrompts().find((prompt) => prompt.name === name);
  if (!found) throw new AppError("resource_not_found", `There is no prompt "${name}".`);
  return found;
}

async function listed({ shippedPrompts, housePrompts }: Services) {
  const newest = new Map((await housePrompts.newest()).map((version) => [version.name, version]));
  return shippedPrompts().map((prompt) => shown(prompt, newest.get(prompt.name)));
}

async function currentOf(services: Services, name: string) {
  const [newest] = await services.housePrompts.versions(name);
  return shown(shippedOf(services, name), newest);
}

function shown(
  { name, description, variables, required, text: shipped }: ShippedPrompt,
  newest?: HousePromptVersion,
) {
  const own = newest?.text ?? null;
  return {
    ...{ name, description, shipped, text: own ?? shipped, is_edited: own !== null },
    variables: Object.entries(variables).map(([variable, note]) => ({
      ...{ name: variable, note },
      is_required: required.includes(variable),
    })),
    edited_from: newest && own !== null && newest.shipped !== shipped ? newest.shipped : null,
    version: newest?.version ?? 0,
  };
}

/** `version`: the one that was edited. */
async function edited(
  context: ApiContext,
  { name, text: shipped }: ShippedPrompt,
  { text, version }: { text: string | null; version: number },
) {
  const services = servicesOf(context);
  const { owner: by } = context.get("principal");
  const before = await currentOf(services, name);
  const isNewest = before.version === version;
  const next = { name, text: text === shipped ? null : text, shipped, version: version + 1, by };
  if (!isNewest || !(await services.housePrompts.add(next)))
    throw new AppError("conflict", "Somebody else has edited this prompt meanwhile. Load it again.");
  return currentOf(services, name);
}
