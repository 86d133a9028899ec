/** Hooks over HTTP: create, change, renew the secret, remove. */
import { z } from "zod";
import {
  HookBody,
  HookSecretBody,
  HookShape,
  HookWithSecretShape,
  NewHookBody,
} from "../../../contract/hooks/hooks.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Hook, HookFields } from "../../../hooks/hook.ts";
import { PRESETS, type Preset } from "../../../hooks/presets.ts";
import { newHookSecret } from "../../../hooks/secret.ts";
import { HOOKS } from "../../../hooks/verbs.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { changesOf, nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";
import { hookView } from "./view.ts";

/** Per person. */
const MOST_HOOKS = 100;

export const hookParams = () => z.object({ id: z.string().max(100) });

export const hookRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/hooks",
    policy: { who: "member", scope: "read" },
    summary: "One's hooks: addresses at which events from outside come in.",
    answers: () => ({ 200: listOf(HookShape()) }),
    async handler(context) {
      const hooks = await verbs(context).hooks.list(context.get("principal").owner);
      return reply(200, { items: hooks.map((hook) => shown(context, hook)), next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/hooks",
    policy: { who: "member", scope: "write" },
    summary: "Makes a hook; its secret is shown in this answer and never again.",
    body: NewHookBody,
    answers: () => ({ 201: HookWithSecretShape() }),
    handler: (context, { body }) => create(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/hooks/:id",
    policy: { who: "member", scope: "read" },
    summary: "One hook.",
    params: hookParams,
    answers: () => ({ 200: HookShape() }),
    handler: async (context, { params: { id } }) => reply(200, shown(context, await ownHook(context, id))),
  }),
  defineRoute({
    method: "patch",
    path: "/hooks/:id",
    policy: { who: "member", scope: "write" },
    summary: "Changes a hook; what is left out stays.",
    params: hookParams,
    body: () => changesOf(HookBody()),
    answers: () => ({ 200: HookShape() }),
    handler: (context, { params: { id }, body }) => change(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: "/hooks/:id/secret",
    policy: { who: "member", scope: "write" },
    summary:
      "Gives a hook a new secret, or the one that its sender has chosen: the old one proves nothing any more.",
    params: hookParams,
    body: HookSecretBody,
    answers: () => ({ 200: HookWithSecretShape() }),
    handler: (context, { params: { id }, body }) => renew(context, id, body.secret),
  }),
  defineRoute({
    method: "delete",
    path: "/hooks/:id",
    policy: { who: "member", scope: "write" },
    summary: "Removes a hook and the list of its deliveries.",
    params: hookParams,
    body: nothing,
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { id } }) {
      const hook = await ownHook(context, id);
      await verbs(context).hooks.remove(hook.id);
      return context.body(null, 204);
    },
  }),
];

function shown(context: ApiContext, hook: Hook) {
  return hookView(hook, verbs(context).mail_domain);
}

export function verbs(context: ApiContext) {
  return servicesOf(context).verbs(HOOKS);
}

/** Throws when there is no such hook or it is somebody else's. */
export async function ownHook(context: ApiContext, id: string): Promise<Hook> {
  const hook = await verbs(context).hooks.get(id);
  if (hook && hook.owner === context.get("principal").owner) return hook;
  throw new AppError(
    "resource_not_found",
    `There is no hook ${id}, or it is not yours. GET /api/v1/hooks lists them.`,
  );
}

async function create(context: ApiContext, { secret, preset, ...body }: SchemaOutput<typeof NewHookBody>) {
  const { ids, now } = servicesOf(context);
  const { hooks, random } = verbs(context);
  const { owner } = context.get("principal");
  if ((await hooks.list(owner)).length >= MOST_HOOKS)
    throw new AppError("conflict", `You have ${MOST_HOOKS} hooks already. Remove one first.`);
  const known: Preset = PRESETS[preset ?? "bearer"];
  const { verification = known.verification, delivery_id = known.delivery_id } = body;
  const fields: HookFields = { ...body, verification, delivery_id };
  await checkTarget(context, fields);
  const at = now();
  const unused = {
    hint: "",
    deliveries: 0,
    last_at: null,
    last_status: null,
    created_at: at,
    updated_at: at,
  };
  const hook: Hook = { ...fields, ...unused, id: ids.create("hok"), owner };
  const kept = secret ?? newHookSecret(verification, random);
  await hooks.create(hook, kept);
  return reply(201, { ...shown(context, await ownHook(context, hook.id)), secret: kept });
}

type Change = Partial<SchemaOutput<typeof HookBody>>;

async function change(context: ApiContext, id: string, { preset, ...body }: Change) {
  const { hooks, now } = verbs(context);
  const hook = await ownHook(context, id);
  const fields = { ...(preset && PRESETS[preset]), ...definedFields(body) };
  await checkTarget(context, { ...hook, ...fields }, hook);
  const changed = await hooks.change(hook.id, fields, now());
  return reply(200, shown(context, changed ?? hook));
}

function definedFields(body: Omit<Change, "preset">): Partial<HookFields> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

async function renew(context: ApiContext, id: string, given: string | undefined) {
  const { hooks, random, now } = verbs(context);
  const hook = await ownHook(context, id);
  const secret = given ?? newHookSecret(hook.verification, random);
  await hooks.setSecret(hook.id, secret, now());
  return reply(200, { ...shown(context, await ownHook(context, id)), secret });
}

const NO_MAIL =
  "mail: no mail comes here yet. The operator connects a domain on the page [Connections](/connections#other), whose mail Cloudflare's Email Routing sends here.";

/** A hook's events never reach somebody else's conversation, nor an agent that does not talk to its owner. */
async function checkTarget(context: ApiContext, wanted: HookFields, before?: Hook): Promise<void> {
  const { frontDoor, conversations } = servicesOf(context);
  const principal = context.get("principal");
  if (wanted.agent !== null && wanted.agent !== before?.agent)
    unwrap(await frontDoor.checkAgent(wanted.agent, principal));
  if (wanted.mail !== null && verbs(context).mail_domain === undefined)
    throw new AppError("conflict", NO_MAIL);
  const { conversation_id: id } = wanted;
  if (id === null) return;
  if (wanted.conversation === "each")
    throw new AppError("malformed_request", 'conversation_id: is for `conversation: "one"` only.');
  if (id === before?.conversation_id) return;
  const row = await conversations.get(id);
  if (row?.owner !== principal.owner)
    throw new AppError("resource_not_found", `There is no conversation ${id}, or it is not yours.`);
}
