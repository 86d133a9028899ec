/** Recent deliveries to a hook: list, test, replay by hand. */
import { z } from "zod";
import { HookDeliveryShape, TakenDeliveryShape } from "../../../contract/hooks/hooks.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { HookDeliveryResult } from "../../../hooks/hand-in.ts";
import { replay, tryOut } from "../../../hooks/manual-delivery.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { backgroundOf } from "../../http/inbound.ts";
import { limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { hookParams, ownHook, verbs } from "./hooks.ts";
import { deliveryView } from "./view.ts";

const ListQuery = () =>
  z.object({ cursor: z.string().max(60).optional(), limit: limit({ usual: 20, most: 100 }) });
const TryBody = () =>
  z.object({
    body: z.unknown().default({ test: "An event that somebody has made up, to try this hook." }),
    headers: z.record(z.string().max(100), z.string().max(500)).default({}),
  });
const deliveryParams = () => hookParams().extend({ delivery: z.string().max(100) });

export const deliveryRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/hooks/:id/deliveries",
    policy: { who: "member", scope: "read" },
    summary: "The last deliveries to a hook, the newest first: what became of each, and why.",
    params: hookParams,
    query: ListQuery,
    answers: () => ({ 200: listOf(HookDeliveryShape()) }),
    handler: (context, { params: { id }, query }) => list(context, id, query),
  }),
  defineRoute({
    method: "post",
    path: "/hooks/:id/test",
    policy: { who: "member", scope: "write" },
    summary:
      "Tries a hook out with an event of one's own: filter, template and conversation, without a proof.",
    params: hookParams,
    body: TryBody,
    answers: () => ({ 202: TakenDeliveryShape() }),
    async handler(context, { params: { id }, body: { body, headers } }) {
      const hook = await ownHook(context, id);
      const background = backgroundOf(context);
      const taken = await tryOut(verbs(context), { hook, background, payload: { body, headers } });
      return reply(202, acceptedDelivery(taken));
    },
  }),
  defineRoute({
    method: "post",
    path: "/hooks/:id/deliveries/:delivery/replay",
    policy: { who: "member", scope: "write" },
    summary: "Hands an earlier delivery in once more, by the hook's filter and template of today.",
    params: deliveryParams,
    body: nothing,
    answers: () => ({ 202: TakenDeliveryShape() }),
    handler: (context, { params }) => replayed(context, params),
  }),
];

async function list(context: ApiContext, id: string, query: SchemaOutput<typeof ListQuery>) {
  const hook = await ownHook(context, id);
  const { limit: size, cursor } = query;
  const rows = await verbs(context).deliveries.list(hook.id, { limit: size + 1, before: cursor });
  const items = rows.slice(0, size).map(deliveryView);
  return reply(200, { items, next_cursor: rows.length > size ? (items.at(-1)?.id ?? null) : null });
}

async function replayed(context: ApiContext, { id, delivery }: { id: string; delivery: string }) {
  const hook = await ownHook(context, id);
  const of = await verbs(context).deliveries.get(hook.id, delivery);
  if (!of)
    throw new AppError("resource_not_found", `There is no delivery ${delivery} to this hook any more.`);
  const taken = await replay(verbs(context), { hook, of, background: backgroundOf(context) });
  if (taken) return reply(202, acceptedDelivery(taken));
  throw new AppError(
    "conflict",
    "The content of this delivery wasn't kept. Ask its sender to send it again.",
  );
}

/** The result of a delivery that was not refused. Throws an AppError if it was. */
export function acceptedDelivery(taken: HookDeliveryResult) {
  if (taken.status !== "refused") return taken;
  const { error, reason, retry_after_s } = taken;
  throw new AppError(error, reason, retry_after_s === undefined ? {} : { retry_after_s });
}
