/** API keys, which programs send instead of a person's session. */
import { z } from "zod";
import { KeyFields, KeyShape, NewKeyShape } from "../../../../contract/people/sessions.ts";
import { listOf } from "../../../../contract/schema.ts";
import { AppError } from "../../../../domain/errors.ts";
import type { ApiKey } from "../../../../people/api-key.ts";
import { type ApiContext, defineRoute, type Route } from "../../../http/api.ts";
import { iso } from "../../../http/query.ts";
import { reply } from "../../../http/reply.ts";
import { idOf } from "../../../http/schemas.ts";
import { servicesOf } from "../../services.ts";

/** More keys would be a mistake, or a program that creates one at each start. */
const MOST_KEYS = 100;

export const keyRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/keys",
    policy: { who: "person", scope: "admin" },
    summary: "One's API keys, the newest first, without the keys themselves.",
    answers: () => ({ 200: listOf(KeyShape()) }),
    handler: async (context) => {
      const keys = await servicesOf(context).people.apiKeys.of(context.get("principal").owner);
      return reply(200, { items: keys.map(viewOf), next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/keys",
    policy: { who: "member", scope: "admin" },
    summary: "Makes an API key. This answer is the only one that has the key itself.",
    body: KeyFields,
    answers: () => ({ 201: NewKeyShape() }),
    handler: (context, { body }) => create(context, body),
  }),
  defineRoute({
    method: "delete",
    path: "/keys/:id",
    policy: { who: "person", scope: "admin" },
    summary: "Revokes an API key: from the next request on it opens nothing.",
    params: () => z.object({ id: idOf("key", "API key") }),
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { id } }) => revoke(context, id),
  }),
];

type Wanted = z.output<ReturnType<typeof KeyFields>>;

async function create(context: ApiContext, { expires_at, ...wanted }: Wanted) {
  const { owner, key_id } = context.get("principal");
  const { people, now } = servicesOf(context);
  // A leaked key must not leave another one behind, which nobody knows of.
  if (key_id !== undefined)
    throw new AppError("forbidden", "An API key may not make API keys. Sign in to make one.");
  if (expires_at != null && expires_at <= now())
    throw new AppError("malformed_request", "expires_at: choose a time in the future.");
  if ((await people.apiKeys.of(owner)).length >= MOST_KEYS)
    throw new AppError("conflict", `You have ${MOST_KEYS} API keys: revoke one that you no longer use.`);
  const made = await people.apiKeys.create({
    ...wanted,
    person_id: owner,
    expires_at: expires_at ?? null,
  });
  context.header("cache-control", "no-store");
  return reply(201, { ...viewOf(made.key), key: made.secret });
}

/** An admin may revoke anybody's key. */
async function revoke(context: ApiContext, id: string): Promise<Response> {
  const { owner, role } = context.get("principal");
  const { apiKeys } = servicesOf(context).people;
  if (!(await apiKeys.revoke(id, role === "admin" ? undefined : owner)))
    throw new AppError(
      "resource_not_found",
      `There is no API key ${id}, or it was revoked. GET /api/v1/keys lists yours.`,
    );
  return context.body(null, 204);
}

function viewOf(key: ApiKey) {
  const { id, name, scopes, remembers, speaks_for_others, last_four } = key;
  const { created_at, expires_at, last_used_at } = key;
  return {
    id,
    name,
    scopes,
    remembers,
    speaks_for_others,
    last_four,
    created_at: iso(created_at),
    expires_at: iso(expires_at ?? undefined),
    last_used_at: iso(last_used_at ?? undefined),
  };
}
