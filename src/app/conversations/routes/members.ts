/** Members of a conversation: its owner lets persons in with certain rights, and removes them. */
import { z } from "zod";
import type { Member } from "../../../../durable-objects/conversation/rows/members.ts";
import { CandidateShape, MemberShape, MembersShape, rights } from "../../../contract/members.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { MEMBER_RIGHTS } from "../../../domain/principal.ts";
import type { Person } from "../../../people/person.ts";
import { type ApiContext, defineRoute, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { target } from "../conversation-access.ts";
import { servicesOf } from "../services.ts";

const BASE = "/conversations/:id/members";
const ofConversation = () => z.object({ id: z.string() });
const ofMember = () => z.object({ id: z.string(), person: z.string().min(1).max(200) });

export const memberRoutes = [
  defineRoute({
    method: "get",
    path: BASE,
    policy: { who: "person", scope: ["chat", "read"] },
    summary: "The owner of a conversation, and who else is in it.",
    params: ofConversation,
    answers: () => ({ 200: MembersShape() }),
    handler: list,
  }),
  defineRoute({
    method: "get",
    path: "/conversations/:id/candidates",
    policy: { who: "member", scope: "write" },
    summary: "People whom the owner may let in, by part of a name (`q`): at most eight, for its owner alone.",
    params: ofConversation,
    query: () => z.object({ q: z.string().trim().max(100).default("") }),
    answers: () => ({ 200: listOf(CandidateShape()) }),
    handler: (context, { query }) => candidates(context, query.q),
  }),
  defineRoute({
    method: "put",
    path: `${BASE}/:person`,
    policy: { who: "member", scope: "write" },
    summary: "Lets somebody in, by their id or username, or gives them other rights: read, write, approve.",
    params: ofMember,
    body: () => z.object({ rights: rights().default(["read", "write"]) }),
    answers: () => ({ 200: MemberShape() }),
    handler: (context, { params, body }) => put(context, params.person, body.rights),
  }),
  defineRoute({
    method: "delete",
    path: `${BASE}/:person`,
    policy: { who: "person", scope: "write" },
    summary: "Lets a member out, or oneself: what they have open of it is closed at once.",
    params: ofMember,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params }) => remove(context, params.person),
  }),
];

async function list(context: ApiContext) {
  const { stub, principal, services } = target(context);
  const { owner, members } = unwrap(await stub.members(principal));
  const person = await services.people.persons.get(owner);
  const items = members.map(memberView);
  return reply(200, {
    owner: { person: owner, name: person?.name ?? owner },
    items,
    next_cursor: null,
  });
}

const MOST_CANDIDATES = 8;
/** Read at once: some of those who are found are members already. */
const LOOKED_AT = 50;

async function candidates(context: ApiContext, q: string) {
  const { stub, principal, services } = target(context);
  // Only somebody who may share this conversation learns who is here.
  const { rights: own } = unwrap(await stub.state(principal));
  if (!own.includes("manage"))
    throw new AppError("forbidden", "Only the owner of a conversation may let people in.");
  if (q === "") throw new AppError("malformed_request", "q: enter part of a name.");
  const { owner, members } = unwrap(await stub.members(principal));
  const found = await services.people.persons.list({ q, limit: LOOKED_AT });
  const inside = new Set([owner, ...members.map(({ person }) => person)]);
  const others = found.filter(({ id, disabled_at }) => disabled_at === null && !inside.has(id));
  const items = others
    .slice(0, MOST_CANDIDATES)
    .map(({ id, name, username }) => ({ person: id, name, username }));
  return reply(200, { items, next_cursor: null });
}

async function put(context: ApiContext, named: string, given: Member["rights"]) {
  const { stub, principal, services } = target(context);
  // Only somebody who may share this conversation learns whether there is such a person.
  unwrap(await stub.members(principal));
  const { id: person, name } = await somebody(context, named);
  const wished = MEMBER_RIGHTS.filter((right) => right === "read" || given.includes(right));
  // The person may have children of it open, which check their rights here.
  const share = async () => unwrap(await stub.share(principal, { person, name, rights: wished }));
  await services.presence.changing(person, share);
  const { members } = unwrap(await stub.members(principal));
  const member = members.find((each) => each.person === person);
  if (!member) throw new AppError("conflict", `${name} was removed again meanwhile.`);
  return reply(200, memberView(member));
}

async function remove(context: ApiContext, named: string): Promise<Response> {
  const { id, stub, principal, services } = target(context);
  const { members } = unwrap(await stub.members(principal));
  // A person who has left the instance may still be in the list.
  const isListed = members.some(({ person }) => person === named);
  const person = isListed ? named : (await somebody(context, named)).id;
  await services.presence.changing(person, async () => unwrap(await stub.unshare(principal, person)));
  services.news.tell([person], [id]);
  return context.body(null, 204);
}

async function somebody(context: ApiContext, named: string): Promise<Person> {
  const { persons } = servicesOf(context).people;
  const person = (await persons.get(named)) ?? (await persons.byUsername(named));
  if (person?.disabled_at === null) return person;
  throw new AppError("resource_not_found", `There is nobody here with the id or username "${named}".`);
}

function memberView({ person, name, rights: given, at }: Member) {
  return { person, name, rights: given, created_at: new Date(at).toISOString() };
}
