/** Episodes and commitments. */
import { z } from "zod";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, type Route, readBody, readQuery } from "../../api.ts";
import { date } from "../../query.ts";
import {
  commitmentView,
  episodeView,
  missing,
  ownerOf,
  ownScopes,
  PageQuery,
  pageOf,
  removeItem,
  scope,
} from "./views.ts";

const EpisodeQuery = z.object({ ...PageQuery, scope: scope.optional() });
const status = z.enum(["open", "done", "expired", "cancelled"]);
const CommitmentQuery = z.object({ ...PageQuery, scope: scope.optional(), status: status.optional() });
const what = z.string().trim().min(1).max(1_000);
const who = z.string().max(120);
const CreateBody = z.object({
  what,
  who: who.optional(),
  due_at: date.optional(),
  scope: scope.default("person"),
});
const PatchBody = z.object({
  what: what.optional(),
  who: who.optional(),
  status: status.optional(),
  due_at: date.nullable().optional(),
  note: z.string().max(1_000).optional(),
});

const COMMITMENT = "/memory/commitments/:id";

export const memoryEventRoutes: Route[] = [
  {
    method: "get",
    path: "/memory/episodes",
    access: "person",
    summary: "What conversations were about, the newest first.",
    handler: episodes,
  },
  {
    method: "delete",
    path: "/memory/episodes/:id",
    access: "person",
    summary: "Deletes an episode for good.",
    handler: removeEpisode,
  },
  {
    method: "get",
    path: "/memory/commitments",
    access: "person",
    summary: "Promises and obligations.",
    handler: list,
  },
  {
    method: "post",
    path: "/memory/commitments",
    access: "person",
    summary: "Keeps a promise.",
    handler: create,
  },
  {
    method: "patch",
    path: COMMITMENT,
    access: "person",
    summary: "Changes a promise, or marks what became of it.",
    handler: patch,
  },
  {
    method: "delete",
    path: COMMITMENT,
    access: "person",
    summary: "Deletes a promise for good.",
    handler: removeCommitment,
  },
];

async function episodes(context: ApiContext): Promise<Response> {
  const { cursor, limit: size, scope: wanted } = readQuery(context, EpisodeQuery);
  const rows = await context
    .get("house")
    .memory.episodes.list(
      ownerOf(context),
      { scopes: await ownScopes(context, wanted) },
      { limit: size + 1, ...(cursor === undefined ? {} : { cursor }) },
    );
  return context.json(pageOf(rows, size, { time: (row) => row.started_at, view: episodeView }));
}

async function removeEpisode(context: ApiContext): Promise<Response> {
  return removeItem(context, "eps_", "episode");
}

async function list(context: ApiContext): Promise<Response> {
  const { cursor, limit: size, scope: wanted, status: only } = readQuery(context, CommitmentQuery);
  const { memory, now } = context.get("house");
  const rows = await memory.commitments.list(
    ownerOf(context),
    { scopes: await ownScopes(context, wanted), ...(only === undefined ? {} : { status: only }) },
    { limit: size + 1, ...(cursor === undefined ? {} : { cursor }) },
  );
  return context.json(
    pageOf(rows, size, { time: (row) => row.updated_at, view: (row) => commitmentView(row, now()) }),
  );
}

async function create(context: ApiContext): Promise<Response> {
  const { who: by, due_at, ...body } = await readBody(context, CreateBody);
  const { memory, now } = context.get("house");
  const outcome = await memory.addCommitment({
    ...body,
    owner: ownerOf(context),
    origin: "person",
    ...(by === undefined ? {} : { who: by }),
    ...(due_at === undefined ? {} : { due_at }),
  });
  if (outcome.status === "refused")
    throw new AppError("malformed_request", `Not stored: ${outcome.problem}.`);
  return context.json(commitmentView(outcome.commitment, now()), 201);
}

async function patch(context: ApiContext): Promise<Response> {
  const id = context.req.param("id") ?? "";
  const body = await readBody(context, PatchBody);
  const { memory, now } = context.get("house");
  const changed = await memory.commitments.edit(ownerOf(context), id, definedOf(body));
  if (changed === undefined) throw missing("commitment", id);
  return context.json(commitmentView(changed, now()));
}

async function removeCommitment(context: ApiContext): Promise<Response> {
  return removeItem(context, "cmt_", "commitment");
}
