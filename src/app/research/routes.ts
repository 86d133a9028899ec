/** Research runs over HTTP: begin, look, edit the plan, halt, go on. A run belongs to who began it, and to nobody else. */
import { z } from "zod";
import {
  ApproveBody,
  FollowQuery,
  PlanChange,
  ReadIn,
  ResearchBody,
  ResearchListItem,
  ResearchPlanShape,
  ResearchShape,
  ResearchSourceShape,
  ResumeBody,
} from "../../contract/agents/research.ts";
import { listOf } from "../../contract/schema.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { idOf, nothing } from "../http/schemas.ts";

export const ofResearch = () => z.object({ id: idOf("res", "research run") });
const ofSource = () => z.object({ id: idOf("res", "research run"), source_id: z.string().max(20) });
const READ = { who: "member", scope: "read" } as const;
const WRITE = { who: "member", scope: "chat" } as const;
const handlers = () => import("./handlers.ts");

export const researchRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/research",
    policy: READ,
    summary: "One's research runs, the newest first.",
    answers: () => ({ 200: listOf(ResearchListItem()) }),
    handler: async (context) => (await handlers()).list(context),
  }),
  defineRoute({
    method: "post",
    path: "/research",
    policy: WRITE,
    summary: "Begins a research run. It never spends more than its ceiling, and always ends with a report.",
    body: ResearchBody,
    answers: () => ({ 202: ResearchShape() }),
    handler: async (context, { body }) => (await handlers()).begin(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/research/:id",
    policy: READ,
    summary:
      "A research run: its plan, sources, notes, spending and report. Others who may read its conversation name that one.",
    params: ofResearch,
    query: ReadIn,
    answers: () => ({ 200: ResearchShape() }),
    handler: async (context, { params: { id }, query }) =>
      (await handlers()).look(context, id, query.conversation_id),
  }),
  defineRoute({
    method: "get",
    path: "/research/:id/events",
    policy: READ,
    summary:
      "Plan, steps, sources, notes, state and report of a run as Server-Sent Events, as they come. 204: it has ended, and all was read.",
    params: ofResearch,
    query: FollowQuery,
    answers: () => ({ 200: "stream", 204: "empty" }),
    handler: async (context, { params: { id }, query }) => (await handlers()).events(context, id, query),
  }),
  defineRoute({
    method: "delete",
    path: "/research/:id",
    policy: WRITE,
    summary: "Ends a research run and deletes it. Its report stays as file and message.",
    params: ofResearch,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await handlers()).remove(context, id),
  }),
  defineRoute({
    method: "get",
    path: "/research/:id/plan",
    policy: READ,
    summary: "The plan of a research run.",
    params: ofResearch,
    answers: () => ({ 200: ResearchPlanShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).lookAtPlan(context, id),
  }),
  defineRoute({
    method: "patch",
    path: "/research/:id/plan",
    policy: WRITE,
    summary:
      "Adds, strikes, rewords and moves steps, before the run and while it goes on: a struck step stops at once.",
    params: ofResearch,
    body: PlanChange,
    answers: () => ({ 200: ResearchPlanShape() }),
    handler: async (context, { params: { id }, body }) => (await handlers()).editPlan(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: "/research/:id/approve",
    policy: WRITE,
    summary: "Lets a run that waits go on, with an answer to its question or without.",
    params: ofResearch,
    body: ApproveBody,
    answers: () => ({ 200: ResearchShape() }),
    handler: async (context, { params: { id }, body }) => (await handlers()).approve(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: "/research/:id/halt",
    policy: WRITE,
    summary:
      "Stops gathering; the report is written from what there is. A second halt stops the writing too.",
    params: ofResearch,
    body: nothing,
    answers: () => ({ 200: ResearchShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).halt(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/research/:id/resume",
    policy: WRITE,
    summary: "Goes on with an ended run, without paying again for what it did, and writes its report anew.",
    params: ofResearch,
    body: ResumeBody,
    answers: () => ({ 200: ResearchShape() }),
    handler: async (context, { params: { id }, body }) => (await handlers()).resume(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: "/research/:id/renew",
    policy: WRITE,
    summary:
      "Looks everything up again by the same plan, within the ceiling anew. The new edition says what has changed.",
    params: ofResearch,
    body: nothing,
    answers: () => ({ 200: ResearchShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).renew(context, id),
  }),
  defineRoute({
    method: "get",
    path: "/research/:id/sources/:source_id",
    policy: READ,
    summary: "A source as it was read, with the spans that the run quotes.",
    params: ofSource,
    answers: () => ({ 200: ResearchSourceShape() }),
    handler: async (context, { params }) => (await handlers()).source(context, params),
  }),
];
