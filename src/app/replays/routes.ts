/** Replay sets over HTTP: sets, their turns, runs and results. */
import { z } from "zod";
import {
  ExpectationChange,
  MarkFields,
  ReplaySetFields,
  ReplaySetShape,
  RunFields,
  RunResultShape,
  RunShape,
  SetTurnFields,
  SetTurnShape,
} from "../../contract/replays/replays.ts";
import { listOf } from "../../contract/schema.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { limit } from "../http/query.ts";
import { idOf, nothing } from "../http/schemas.ts";

const SET = "/replay-sets/:id";
const RUN = "/replay-runs/:id";
const READERS = { who: "member", scope: "read" } as const;
const WRITERS = { who: "member", scope: "write" } as const;
/** Runs call models. */
const SPENDERS = { who: "member", scope: "chat" } as const;
const ofSet = () => z.object({ id: idOf("rps", "replay set") });
const ofTurn = () => ofSet().extend({ turn: idOf("rpt", "turn in this set") });
const ofRun = () => z.object({ id: idOf("rpr", "run") });

/** Loaded by the first request. */
const sets = () => import("./set-handlers.ts");
const runs = () => import("./run-handlers.ts");

const setRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/replay-sets",
    policy: READERS,
    summary: "One's sets of turns, on which changes of agents are tried.",
    answers: () => ({ 200: listOf(ReplaySetShape()) }),
    handler: async (context) => (await sets()).list(context),
  }),
  defineRoute({
    method: "post",
    path: "/replay-sets",
    policy: WRITERS,
    summary: "Makes a set.",
    body: ReplaySetFields,
    answers: () => ({ 201: ReplaySetShape() }),
    handler: async (context, { body }) => (await sets()).create(context, body.name),
  }),
  defineRoute({
    method: "patch",
    path: SET,
    policy: WRITERS,
    summary: "Renames a set.",
    params: ofSet,
    body: ReplaySetFields,
    answers: () => ({ 200: ReplaySetShape() }),
    handler: async (context, { params: { id }, body }) => (await sets()).rename(context, id, body.name),
  }),
  defineRoute({
    method: "delete",
    path: SET,
    policy: WRITERS,
    summary: "Deletes a set with its copies of turns, its runs and their results.",
    params: ofSet,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await sets()).remove(context, id),
  }),
  defineRoute({
    method: "get",
    path: `${SET}/turns`,
    policy: READERS,
    summary: "The turns of a set: question, original answer, what is expected.",
    params: ofSet,
    answers: () => ({ 200: listOf(SetTurnShape()) }),
    handler: async (context, { params: { id } }) => (await sets()).turns(context, id),
  }),
  defineRoute({
    method: "post",
    path: `${SET}/turns`,
    policy: WRITERS,
    summary: "Adds an ended turn of one's own conversation, with a copy for when that is deleted.",
    params: ofSet,
    body: SetTurnFields,
    answers: () => ({ 201: SetTurnShape() }),
    handler: async (context, { params: { id }, body }) => (await sets()).addTurn(context, id, body),
  }),
  defineRoute({
    method: "patch",
    path: `${SET}/turns/:turn`,
    policy: WRITERS,
    summary: "Sets what is expected of its replays; runs from now on are checked against it.",
    params: ofTurn,
    body: ExpectationChange,
    answers: () => ({ 200: SetTurnShape() }),
    handler: async (context, { params, body }) => (await sets()).expectOf(context, params, body.expectation),
  }),
  defineRoute({
    method: "delete",
    path: `${SET}/turns/:turn`,
    policy: WRITERS,
    summary: "Removes a turn from the set, with its results.",
    params: ofTurn,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params }) => (await sets()).removeTurn(context, params),
  }),
];

const runRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: `${SET}/runs`,
    policy: READERS,
    summary: "The runs of a set, newest first, each with its summary.",
    params: ofSet,
    answers: () => ({ 200: listOf(RunShape()) }),
    handler: async (context, { params: { id } }) => (await runs()).list(context, id),
  }),
  defineRoute({
    method: "post",
    path: `${SET}/runs`,
    policy: SPENDERS,
    summary: "Replays all turns of a set in the background, with a change. No tool runs.",
    params: ofSet,
    body: RunFields,
    answers: () => ({ 202: RunShape() }),
    handler: async (context, { params: { id }, body }) => (await runs()).start(context, id, body),
  }),
  defineRoute({
    method: "get",
    path: RUN,
    policy: READERS,
    summary: "A run: progress and summary.",
    params: ofRun,
    answers: () => ({ 200: RunShape() }),
    handler: async (context, { params: { id } }) => (await runs()).show(context, id),
  }),
  defineRoute({
    method: "post",
    path: `${RUN}/stop`,
    policy: WRITERS,
    summary: "Stops a run after the turn that it replays now. Its results stay.",
    params: ofRun,
    body: nothing,
    answers: () => ({ 200: RunShape() }),
    handler: async (context, { params: { id } }) => (await runs()).stop(context, id),
  }),
  defineRoute({
    method: "delete",
    path: RUN,
    policy: WRITERS,
    summary: "Deletes a run with its results.",
    params: ofRun,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await runs()).remove(context, id),
  }),
  defineRoute({
    method: "get",
    path: `${RUN}/results`,
    policy: READERS,
    summary: "The replays of a run, in the order of the set.",
    params: ofRun,
    query: () => z.object({ cursor: z.string().max(100).optional(), limit: limit({ usual: 50, most: 100 }) }),
    answers: () => ({ 200: listOf(RunResultShape()) }),
    handler: async (context, { params: { id }, query }) => (await runs()).results(context, id, query),
  }),
  defineRoute({
    method: "patch",
    path: `${RUN}/results/:turn`,
    policy: WRITERS,
    summary: "Marks a replay as better than, the same as or worse than its original.",
    params: () => ofRun().extend({ turn: idOf("rpt", "turn in this run") }),
    body: MarkFields,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params, body }) => (await runs()).mark(context, params, body.mark),
  }),
];

export const replayRoutes: Route[] = [...setRoutes, ...runRoutes];
