/** Episodes and commitments. */

import { z } from "zod";
import { scope, trust } from "../../../contract/memory/fields.ts";
import {
  CommitmentChangeBody,
  CommitmentShape,
  EpisodeChangeBody,
  EpisodeShape,
  NewCommitmentBody,
} from "../../../contract/memory/items.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import {
  commitmentView,
  episodeView,
  missing,
  ofItem,
  ownerOf,
  ownScopes,
  PageQuery,
  pageOf,
  pageRequestOf,
  READ,
  REMOVAL,
  removeItem,
  WRITE,
} from "./views.ts";

const EpisodeQuery = () => z.object({ ...PageQuery(), scope: scope.optional() });
const status = z.enum(["open", "done", "expired", "cancelled"]);
const CommitmentQuery = () =>
  z.object({
    ...PageQuery(),
    scope: scope.optional(),
    status: status.optional(),
    trust: trust.optional(),
  });

const EPISODE = "/memory/episodes/:id";
const COMMITMENT = "/memory/commitments/:id";

export const memoryEventRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/episodes",
    policy: READ,
    summary: "What conversations were about, the newest first.",
    query: EpisodeQuery,
    answers: () => ({ 200: listOf(EpisodeShape()) }),
    handler: (context, { query }) => episodes(context, query),
  }),
  defineRoute({
    method: "patch",
    path: EPISODE,
    policy: WRITE,
    summary: "Trusts an episode that came from outside.",
    params: ofItem,
    body: EpisodeChangeBody,
    answers: () => ({ 200: EpisodeShape() }),
    handler: (context, { params: { id }, body }) => patchEpisode(context, id, body),
  }),
  defineRoute({
    ...REMOVAL,
    path: EPISODE,
    summary: "Forgets an episode; `?final=true` for good.",
    handler: (context, input) => removeItem(context, input, ["eps_", "episode"]),
  }),
  defineRoute({
    method: "get",
    path: "/memory/commitments",
    policy: READ,
    summary: "Promises and obligations.",
    query: CommitmentQuery,
    answers: () => ({ 200: listOf(CommitmentShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/memory/commitments",
    policy: WRITE,
    summary: "Keeps a promise.",
    body: NewCommitmentBody,
    answers: () => ({ 201: CommitmentShape() }),
    handler: (context, { body }) => create(context, body),
  }),
  defineRoute({
    method: "patch",
    path: COMMITMENT,
    policy: WRITE,
    summary: "Changes a promise, or marks what became of it.",
    params: ofItem,
    body: CommitmentChangeBody,
    answers: () => ({ 200: CommitmentShape() }),
    handler: (context, { params: { id }, body }) => patch(context, id, body),
  }),
  defineRoute({
    ...REMOVAL,
    path: COMMITMENT,
    summary: "Forgets a promise; `?final=true` for good.",
    handler: (context, input) => removeItem(context, input, ["cmt_", "commitment"]),
  }),
];

async function episodes(
  context: ApiContext,
  { cursor, limit: size, scope: wanted }: SchemaOutput<typeof EpisodeQuery>,
) {
  const rows = await servicesOf(context).memory.episodes.list(
    ownerOf(context),
    { scopes: await ownScopes(context, wanted) },
    pageRequestOf({ cursor, limit: size }),
  );
  return reply(200, pageOf(rows, size, { time: (row) => row.started_at, view: episodeView }));
}

async function patchEpisode(context: ApiContext, id: string, change: SchemaOutput<typeof EpisodeChangeBody>) {
  const changed = await servicesOf(context).memory.episodes.edit(ownerOf(context), id, change);
  if (changed === undefined) throw missing("episode", id);
  return reply(200, episodeView(changed));
}

async function list(context: ApiContext, query: SchemaOutput<typeof CommitmentQuery>) {
  const { cursor, limit: size, scope: wanted, status: only, trust: whose } = query;
  const { memory, now } = servicesOf(context);
  const rows = await memory.commitments.list(
    ownerOf(context),
    { scopes: await ownScopes(context, wanted), ...definedOf({ status: only, trust: whose }) },
    pageRequestOf({ cursor, limit: size }),
  );
  return reply(
    200,
    pageOf(rows, size, { time: (row) => row.updated_at, view: (row) => commitmentView(row, now()) }),
  );
}

async function create(
  context: ApiContext,
  { who: by, due_at, ...body }: SchemaOutput<typeof NewCommitmentBody>,
) {
  const { memory, now } = servicesOf(context);
  const outcome = await memory.addCommitment({
    ...body,
    owner: ownerOf(context),
    origin: "person",
    trust: "trusted",
    ...(by === undefined ? {} : { who: by }),
    ...(due_at === undefined ? {} : { due_at }),
  });
  if (outcome.status === "refused")
    throw new AppError("malformed_request", `Not stored: ${outcome.problem}.`);
  return reply(201, commitmentView(outcome.commitment, now()));
}

async function patch(context: ApiContext, id: string, body: SchemaOutput<typeof CommitmentChangeBody>) {
  const { memory, now } = servicesOf(context);
  const changed = await memory.commitments.edit(ownerOf(context), id, definedOf(body));
  if (changed === undefined) throw missing("commitment", id);
  return reply(200, commitmentView(changed, now()));
}
