/** Secrets that people give their capabilities: they can be written, and never read again. */
import { z } from "zod";
import { SecretShape } from "../../../contract/agents/secrets.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { owner, verbs } from "./found.ts";

const params = () => z.object({ name: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/) });

export const secretRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/secrets",
    policy: { who: "member", scope: "read" },
    summary: "Names and last characters of the secrets that capabilities may be given.",
    answers: () => ({ 200: listOf(SecretShape()) }),
    async handler(context) {
      const found = await verbs(context).secrets.list(owner(context));
      const items = found.map(({ updated_at, ...secret }) => ({ ...secret, updated_at: iso(updated_at) }));
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "put",
    path: "/secrets/:name",
    policy: { who: "member", scope: "write" },
    summary: "Sets a secret: it is kept encrypted, and no answer shows it again.",
    params,
    body: () => z.strictObject({ value: z.string().min(1).max(8_000) }),
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { name }, body: { value } }) {
      await verbs(context).secrets.put(owner(context), name, value);
      return context.body(null, 204);
    },
  }),
  defineRoute({
    method: "delete",
    path: "/secrets/:name",
    policy: { who: "member", scope: "write" },
    summary: "Removes a secret: capabilities that declare it fail until it is set again.",
    params,
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { name } }) {
      if (await verbs(context).secrets.remove(owner(context), name)) return context.body(null, 204);
      throw new AppError("resource_not_found", `There is no secret ${name}. GET /api/v1/secrets lists them.`);
    },
  }),
];
