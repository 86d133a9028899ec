/** Provider keys beyond the settings. A key is written, and never read out. */
import { z } from "zod";
import {
  AccountChangeFields,
  AccountFields,
  AccountModelsShape,
  AccountTestFields,
  AccountTestShape,
  ShownAccountShape,
} from "../../../contract/instance/accounts.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";

const ONE = "/accounts/:id";
const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;
const params = () => z.object({ id: z.string().max(200) });

/** Loaded by the first request for an account. */
const handlers = () => import("../accounts.ts");

export const accountRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/accounts",
    policy: OPERATOR_ONLY,
    summary: "Accounts of providers, those of the settings too, and which of them rest or are switched off.",
    answers: () => ({ 200: listOf(ShownAccountShape()) }),
    handler: async (context) => (await handlers()).list(context),
  }),
  defineRoute({
    method: "post",
    path: "/accounts",
    policy: OPERATOR_ONLY,
    summary: "Adds a provider's key, kept encrypted.",
    body: AccountFields,
    answers: () => ({ 201: ShownAccountShape() }),
    handler: async (context, { body }) => (await handlers()).create(context, body),
  }),
  defineRoute({
    method: "patch",
    path: ONE,
    policy: OPERATOR_ONLY,
    summary: "Changes label, priority, key or requests; enabled:true ends a rest or a refusal.",
    params,
    body: AccountChangeFields,
    answers: () => ({ 200: ShownAccountShape() }),
    handler: async (context, { params: { id }, body }) => (await handlers()).update(context, id, body),
  }),
  defineRoute({
    method: "delete",
    path: ONE,
    policy: OPERATOR_ONLY,
    summary: "Removes an account.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await handlers()).remove(context, id),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/test`,
    policy: OPERATOR_ONLY,
    summary: "Makes a tiny call by this account: its answer, or the provider's error in words.",
    params,
    body: AccountTestFields,
    answers: () => ({ 200: AccountTestShape() }),
    handler: async (context, { params: { id }, body }) => (await handlers()).tryOne(context, id, body.model),
  }),
  defineRoute({
    method: "get",
    path: `${ONE}/models`,
    policy: OPERATOR_ONLY,
    summary: "The models that this account can reach, asked of its provider.",
    params,
    answers: () => ({ 200: AccountModelsShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).reach(context, id),
  }),
];
