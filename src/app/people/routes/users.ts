/** People, for admins: list, add, change roles, disable, delete. */
import { z } from "zod";
import {
  DeletedPersonShape,
  PersonChangeFields,
  PersonFields,
  PersonShape,
  role,
} from "../../../contract/people/people.ts";
import { listOf } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import {
  noSuchPerson,
  personParams as params,
  personView,
  refuseLinkedName,
  unwrapPerson,
  usernameTaken,
} from "./person.ts";
import { removePerson } from "./remove-person.ts";

const ListQuery = () =>
  z.object({
    /** Part of a name. */
    q: z.string().max(100).optional(),
    role: role().optional(),
    cursor: z.string().max(100).optional(),
    limit: limit({ usual: 50, most: 200 }),
  });

const policy = { who: "admin", scope: "admin" } as const;

export const userRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/users",
    policy,
    summary: "People, the first come first; `q` is part of a name.",
    query: ListQuery,
    answers: () => ({ 200: listOf(PersonShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/users",
    policy,
    summary: "Adds a person. An invite lets them choose name and password themselves.",
    body: PersonFields,
    answers: () => ({ 201: PersonShape() }),
    handler: (context, { body }) => add(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/users/:id",
    policy,
    summary: "A person.",
    params,
    answers: () => ({ 200: PersonShape() }),
    handler: async (context, { params: { id } }) => {
      const person = await servicesOf(context).people.persons.get(id);
      if (person === undefined) throw noSuchPerson(id);
      return reply(200, personView(person));
    },
  }),
  defineRoute({
    method: "patch",
    path: "/users/:id",
    policy,
    summary: "Changes somebody's name, username or role, disables them or lets them in again.",
    params,
    body: PersonChangeFields,
    answers: () => ({ 200: PersonShape() }),
    handler: async (context, { params: { id }, body }) => {
      const { persons } = servicesOf(context).people;
      await refuseLinkedName(context, body.username, id);
      const change = { ...definedOf(body), username_given: true };
      return reply(200, personView(unwrapPerson(await persons.change(id, change), id)));
    },
  }),
  defineRoute({
    method: "delete",
    path: "/users/:id",
    policy,
    summary:
      "Deletes a person, and all by which they sign in. What they had is kept under their id, or erased with `data=delete`.",
    params,
    query: () => z.object({ data: z.enum(["keep", "delete"]).default("keep") }),
    answers: () => ({ 200: DeletedPersonShape() }),
    handler: (context, { params: { id }, query: { data } }) => remove(context, id, data),
  }),
];

async function remove(context: ApiContext, id: string, data: "keep" | "delete") {
  const removal = { id, data, by: context.get("principal").owner };
  return reply(200, await removePerson(context, removal));
}

async function list(context: ApiContext, query: z.output<ReturnType<typeof ListQuery>>) {
  const { cursor, limit: size, q, role } = query;
  const { persons } = servicesOf(context).people;
  const found = await persons.list({ ...definedOf({ q, role, after: cursor }), limit: size + 1 });
  const items = found.slice(0, size).map(personView);
  return reply(200, { items, next_cursor: found.length > size ? (items.at(-1)?.id ?? null) : null });
}

async function add(context: ApiContext, body: z.output<ReturnType<typeof PersonFields>>) {
  const { people, ids } = servicesOf(context);
  const name = body.name ?? body.username;
  if (name === undefined) throw new AppError("malformed_request", "name: enter a name or a username.");
  await refuseLinkedName(context, body.username);
  const who = { id: ids.create("psn"), username: body.username ?? null, name, role: body.role };
  const person = await people.persons.create({ ...who, username_given: true });
  if (person === "username_taken") throw usernameTaken();
  return reply(201, personView(person));
}
