/** A person's connected apps: list, decide about a new one, disconnect. */
import { z } from "zod";
import {
  AppDecisionFields,
  AppDecisionShape,
  AppRequestFields,
  AppRequestShape,
  ConnectedAppShape,
} from "../../../contract/people/connected-apps.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { APP_SCOPES, type ConnectedApp } from "../../../people/connected-app.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { idOf } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";

export const connectedAppRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/connected-apps",
    policy: { who: "person", scope: "admin" },
    summary: "One's connected apps, the newest first.",
    answers: () => ({ 200: listOf(ConnectedAppShape()) }),
    handler: async (context) => {
      const apps = await servicesOf(context).people.connectedApps.of(context.get("principal").owner);
      return reply(200, { items: apps.map(connectedAppView), next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/connected-apps/requests",
    policy: { who: "member", scope: "admin" },
    summary: "Reads what an app asks for, by the query with which it has sent its person here.",
    body: AppRequestFields,
    answers: () => ({ 200: AppRequestShape() }),
    handler: async (context, { body: { query } }) =>
      (await import("../consent.ts")).showRequest(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/connected-apps",
    policy: { who: "member", scope: "admin" },
    summary: "Lets an app in with these scopes, or with none keeps it out: the address to go back to.",
    body: AppDecisionFields,
    answers: () => ({ 200: AppDecisionShape() }),
    handler: async (context, { body: { query, scopes } }) =>
      (await import("../consent.ts")).decide(context, query, scopes),
  }),
  defineRoute({
    method: "delete",
    path: "/connected-apps/:id",
    policy: { who: "person", scope: "admin" },
    summary: "Disconnects an app: from the next request on its tokens open nothing.",
    params: () => z.object({ id: idOf("app", "connected app") }),
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => {
      const { owner, role } = context.get("principal");
      const { connectedApps } = servicesOf(context).people;
      if (!(await connectedApps.disconnect(id, role === "admin" ? undefined : owner)))
        throw new AppError(
          "resource_not_found",
          `There is no connected app ${id}. It may be disconnected already.`,
        );
      return context.body(null, 204);
    },
  }),
];

export function connectedAppView({ id, name, place, scopes, created_at, last_used_at }: ConnectedApp) {
  return {
    id,
    name,
    place,
    scopes: APP_SCOPES.filter((scope) => scopes.includes(scope)),
    created_at: iso(created_at),
    last_used_at: iso(last_used_at ?? undefined),
  };
}
