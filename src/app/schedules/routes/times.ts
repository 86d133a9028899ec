/** Past and future times of schedules: a preview, a calendar of weeks, and the runs that were. */
import { CalendarShape, SchedulePreviewShape, ScheduleRunShape } from "../../../contract/schedules.ts";
import { listOf } from "../../../contract/schema.ts";
import { TimingBody } from "../../../schedules/fields.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { CalendarQuery, RunsQuery } from "./fields.ts";
import { ofSchedule } from "./schedules.ts";

const READ = { who: "member", scope: "read" } as const;
const handlers = () => import("./time-handlers.ts");

export const scheduleTimeRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/schedules/preview",
    policy: READ,
    summary: "A timing in plain words, and its next times. Nothing is made.",
    body: TimingBody,
    answers: () => ({ 200: SchedulePreviewShape() }),
    handler: async (context, { body }) => (await handlers()).preview(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/schedules/calendar",
    policy: READ,
    summary:
      "Times at which one's schedules come between two moments at most 62 days apart; of each at most 12 in 24 hours.",
    query: CalendarQuery,
    answers: () => ({ 200: CalendarShape() }),
    handler: async (context, { query }) => (await handlers()).calendar(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/schedules/:id/runs",
    policy: READ,
    summary: "Its runs, the newest first: what became of each, of its result, and what it cost.",
    params: ofSchedule,
    query: RunsQuery,
    answers: () => ({ 200: listOf(ScheduleRunShape()) }),
    handler: async (context, { params: { id }, query }) => (await handlers()).runs(context, id, query),
  }),
];
