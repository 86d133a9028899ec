/** Aliases of people and things, and state keys. */
import { z } from "zod";
import {
  AliasBody,
  AliasShape,
  SetStateShape,
  StateBody,
  StateShape,
  TrustBody,
  TrustedAliasShape,
  TrustedStateShape,
} from "../../../contract/memory/names.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { READ, RemoveQuery, WRITE } from "./requests.ts";

const handlers = () => import("./name-handlers.ts");
const STATE = "/memory/state/:key";
const ALIAS = "/memory/aliases/:alias";
const ofAlias = () => z.object({ alias: z.string() });
const ofKey = () => z.object({ key: z.string() });

export const memoryNameRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/aliases",
    policy: READ,
    summary: "Other names of people and things.",
    answers: () => ({ 200: listOf(AliasShape()) }),
    handler: async (context) => (await handlers()).aliases(context),
  }),
  defineRoute({
    method: "post",
    path: "/memory/aliases",
    policy: WRITE,
    summary: "Adds another name.",
    body: AliasBody,
    answers: () => ({ 201: AliasShape() }),
    handler: async (context, { body }) => (await handlers()).addAlias(context, body),
  }),
  defineRoute({
    method: "patch",
    path: ALIAS,
    policy: WRITE,
    summary: "Trusts a name that came from outside.",
    params: ofAlias,
    body: TrustBody,
    answers: () => ({ 200: TrustedAliasShape() }),
    handler: async (context, { params: { alias } }) => (await handlers()).trustAlias(context, alias),
  }),
  defineRoute({
    method: "delete",
    path: ALIAS,
    policy: WRITE,
    summary: "Removes another name.",
    params: ofAlias,
    query: RemoveQuery,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { alias }, query }) =>
      (await handlers()).removeAlias(context, alias, query),
  }),
  defineRoute({
    method: "get",
    path: "/memory/state",
    policy: READ,
    summary: "State keys and their values.",
    answers: () => ({ 200: listOf(StateShape()) }),
    handler: async (context) => (await handlers()).states(context),
  }),
  defineRoute({
    method: "put",
    path: STATE,
    policy: WRITE,
    summary: "Sets a state key.",
    params: ofKey,
    body: StateBody,
    answers: () => ({ 200: SetStateShape() }),
    handler: async (context, { params: { key }, body }) => (await handlers()).setState(context, key, body),
  }),
  defineRoute({
    method: "patch",
    path: STATE,
    policy: WRITE,
    summary: "Trusts the value that waits: it takes the place of the one that holds.",
    params: ofKey,
    body: TrustBody,
    answers: () => ({ 200: TrustedStateShape() }),
    handler: async (context, { params: { key }, body }) => (await handlers()).trustState(context, key, body),
  }),
  defineRoute({
    method: "delete",
    path: STATE,
    policy: WRITE,
    summary: "Removes a state key.",
    params: ofKey,
    query: RemoveQuery,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { key }, query }) =>
      (await handlers()).removeState(context, key, query),
  }),
];
