/** Keys of providers beyond the settings. A key goes in, and never comes out. */
import { z } from "zod";
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import type { AccountView } from "../../storage/d1/models/accounts.ts";
import { type ApiContext, type Route, readBody } from "../api.ts";

const label = z.string().trim().min(1).max(100);
const key = z
  .string()
  .trim()
  .min(1, "the provider's API key")
  .max(5_000)
  .regex(/^[\x21-\x7e]+$/, "a key has no spaces");
/** Lowest first; those of the settings count from 0. */
const priority = z.number().int().min(0).max(1_000);

const NewBody = z.object({
  provider: z.string(),
  label: label.optional(),
  key,
  priority: priority.default(100),
});
const PatchBody = z.object({
  label: label.optional(),
  key: key.optional(),
  priority: priority.optional(),
  /** Ends its rest, and switches it on again after its key was refused. */
  enabled: z.literal(true).optional(),
});

export const accountRoutes: Route[] = [
  {
    method: "get",
    path: "/accounts",
    access: "admin",
    summary: "Accounts of providers, those of the settings too, and which of them rest or are switched off.",
    handler: list,
  },
  {
    method: "post",
    path: "/accounts",
    access: "admin",
    summary: "Adds a provider's key, kept encrypted.",
    handler: create,
  },
  {
    method: "patch",
    path: "/accounts/:id",
    access: "admin",
    summary: "Changes label, priority or key; enabled:true ends a rest or a refusal.",
    handler: update,
  },
  {
    method: "delete",
    path: "/accounts/:id",
    access: "admin",
    summary: "Removes an account.",
    handler: remove,
  },
];

async function list(context: ApiContext): Promise<Response> {
  return context.json({ items: await everyAccount(context), next_cursor: null });
}

async function create(context: ApiContext): Promise<Response> {
  const body = await readBody(context, NewBody);
  const { accounts, ids, models } = context.get("house");
  const provider = models.providers().find(({ name }) => name === body.provider);
  if (!provider) {
    const names = models.providers().map(({ name }) => name);
    throw new AppError("malformed_request", `provider: one of ${names.join(", ")}.`);
  }
  const id = ids.create("acc");
  await accounts.add({ ...body, id, label: body.label ?? provider.label });
  return context.json(await existing(context, id), 201);
}

async function update(context: ApiContext): Promise<Response> {
  const { enabled, ...change } = await readBody(context, PatchBody);
  const { accounts } = context.get("house");
  const account = await existing(context, context.req.param("id") ?? "");
  const isOwn = !account.from_settings;
  if (Object.keys(change).length > 0 && !isOwn) {
    throw new AppError("conflict", "This account comes from the settings: change its variable there.");
  }
  if (isOwn) await accounts.update(account.id, definedOf(change));
  if (enabled) await accounts.enable(account.id, account.provider);
  return context.json(await existing(context, account.id));
}

async function remove(context: ApiContext): Promise<Response> {
  const account = await existing(context, context.req.param("id") ?? "");
  if (account.from_settings)
    throw new AppError("conflict", "This account comes from the settings: remove its variable there.");
  await context.get("house").accounts.remove(account.id);
  return context.body(null, 204);
}

type ShownAccount = AccountView & { from_settings: boolean };

async function existing(context: ApiContext, id: string): Promise<ShownAccount> {
  const account = (await everyAccount(context)).find((candidate) => candidate.id === id);
  if (account) return account;
  throw new AppError("resource_not_found", `There is no account "${id}". GET /api/v1/accounts lists them.`);
}

async function everyAccount(context: ApiContext): Promise<ShownAccount[]> {
  const { accounts, models } = context.get("house");
  const stored = (await accounts.list()).map((account) => ({ ...account, from_settings: false }));
  const known = new Set(stored.map(({ id }) => id));
  const fromSettings = models
    .providers()
    .flatMap((provider) =>
      provider.accounts
        .filter((account) => !known.has(account.id))
        .map((account) => ({ ...account, key_hint: "", readable: true, from_settings: true })),
    );
  return [...fromSettings, ...stored];
}
