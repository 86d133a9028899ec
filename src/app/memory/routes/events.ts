/** Episodes and commitments. */
import { trust } from "../../../contract/memory/fields.ts";
import {
  CommitmentChangeBody,
  CommitmentShape,
  EpisodeChangeBody,
  EpisodeShape,
  NewCommitmentBody,
} from "../../../contract/memory/items.ts";
import { definedOf } from "../../../domain/defined.ts";
import { defineRoute } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { ItemQuery, itemRoutes, ownEntry, storedOf } from "./item-routes.ts";
import { WRITE } from "./requests.ts";
import { commitmentView, episodeView } from "./views.ts";

const COMMITMENTS = "/memory/commitments";

const CommitmentQuery = () =>
  ItemQuery().extend({ status: CommitmentShape().shape.status.optional(), trust: trust.optional() });

const createCommitment = defineRoute({
  method: "post",
  path: COMMITMENTS,
  policy: WRITE,
  summary: "Keeps a promise.",
  body: NewCommitmentBody,
  answers: () => ({ 201: CommitmentShape() }),
  async handler(context, { body: { what, scope, ...rest } }) {
    const { memory, now } = servicesOf(context);
    const entry = { what, scope, ...definedOf(rest), ...ownEntry(context) };
    const { commitment } = storedOf(await memory.addCommitment(entry));
    return reply(201, commitmentView(commitment, now()));
  },
});

const episodeRoutes = itemRoutes({
  name: "episode",
  prefix: "eps_",
  path: "/memory/episodes",
  shape: EpisodeShape,
  view: episodeView,
  list: {
    summary: "What conversations were about, the newest first.",
    query: ItemQuery,
    rows: (memory, { owner, scopes }, { page }) => memory.episodes.list(owner, { scopes }, page),
    time: (row) => row.started_at,
  },
  change: {
    summary: "Trusts an episode that came from outside.",
    body: EpisodeChangeBody,
    edit: (memory, { owner, id }, change) => memory.episodes.edit(owner, id, change),
  },
  remove: { summary: "Forgets an episode; `?final=true` for good." },
});

const commitmentRoutes = itemRoutes({
  name: "commitment",
  prefix: "cmt_",
  path: COMMITMENTS,
  shape: CommitmentShape,
  view: commitmentView,
  list: {
    summary: "Promises and obligations.",
    query: CommitmentQuery,
    rows: (memory, { owner, scopes }, { query: { status, trust }, page }) =>
      memory.commitments.list(owner, { scopes, ...definedOf({ status, trust }) }, page),
    time: (row) => row.updated_at,
  },
  create: createCommitment,
  change: {
    summary: "Changes a promise, or marks what became of it.",
    body: CommitmentChangeBody,
    edit: (memory, { owner, id }, change) => memory.commitments.edit(owner, id, definedOf(change)),
  },
  remove: { summary: "Forgets a promise; `?final=true` for good." },
});

export const memoryEventRoutes = [...episodeRoutes, ...commitmentRoutes];
