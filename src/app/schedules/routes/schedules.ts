/** Schedules over HTTP: create, change, pause, run at once, remove. */
import { z } from "zod";
import { ScheduleRunShape, ScheduleShape } from "../../../contract/schedules.ts";
import { listOf } from "../../../contract/schema.ts";
import { ScheduleBody } from "../../../schedules/fields.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { changesOf, idOf, nothing } from "../../http/schemas.ts";

export const ofSchedule = () => z.object({ id: idOf("sch", "schedule") });
const READ = { who: "member", scope: "read" } as const;
const WRITE = { who: "member", scope: "write" } as const;
const handlers = () => import("./handlers.ts");

export const scheduleRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/schedules",
    policy: READ,
    summary: "One's schedules, the next one first, each with its last run.",
    answers: () => ({ 200: listOf(ScheduleShape()) }),
    handler: async (context) => (await handlers()).list(context),
  }),
  defineRoute({
    method: "post",
    path: "/schedules",
    policy: WRITE,
    summary: "Makes a schedule: by a cron expression, each so many minutes, once, or a heartbeat.",
    body: ScheduleBody,
    answers: () => ({ 201: ScheduleShape() }),
    handler: async (context, { body }) => (await handlers()).create(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/schedules/:id",
    policy: READ,
    summary: "One schedule.",
    params: ofSchedule,
    answers: () => ({ 200: ScheduleShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).show(context, id),
  }),
  defineRoute({
    method: "patch",
    path: "/schedules/:id",
    policy: WRITE,
    summary: "Changes a schedule; what is left out stays. One that was stopped or is done goes on with it.",
    params: ofSchedule,
    body: () => changesOf(ScheduleBody()),
    answers: () => ({ 200: ScheduleShape() }),
    handler: async (context, { params: { id }, body }) => (await handlers()).change(context, id, body),
  }),
  defineRoute({
    method: "delete",
    path: "/schedules/:id",
    policy: WRITE,
    summary: "Removes a schedule and the list of its runs. What it has said stays.",
    params: ofSchedule,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await handlers()).remove(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/schedules/:id/pause",
    policy: WRITE,
    summary: "It comes no more until it is resumed.",
    params: ofSchedule,
    body: nothing,
    answers: () => ({ 200: ScheduleShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).pause(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/schedules/:id/resume",
    policy: WRITE,
    summary: "It comes again, from now on.",
    params: ofSchedule,
    body: nothing,
    answers: () => ({ 200: ScheduleShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).resume(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/schedules/:id/run",
    policy: WRITE,
    summary: "Runs it at once, beside its times.",
    params: ofSchedule,
    body: nothing,
    answers: () => ({ 202: ScheduleRunShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).runNow(context, id),
  }),
];
