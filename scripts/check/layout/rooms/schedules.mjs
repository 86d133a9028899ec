/** Schedules: when something is to be done, and the object that sees to it. @type {import("../judge.mjs").Rooms} */
export const SCHEDULES = {
  "src/schedules": {
    sentence: "Schedules: what they are, what they tell agents and people, and what they ask of the house.",
    may: ["src/domain", "src/domain/time", "src/schedules/schedule.ts", "src/schedules/timing"],
    packages: ["zod"],
    core: true,
  },
  "src/schedules/schedule.ts": {
    sentence: "What a schedule is, and a run of one.",
    may: ["src/domain"],
    core: true,
  },
  "src/schedules/timing": {
    sentence: "When schedules come: cron, zones, quiet hours, what was missed, in plain words.",
    may: ["src/domain/time", "src/schedules/schedule.ts"],
    packages: ["croner"],
    core: true,
  },
  "src/schedules/routes": {
    sentence: "The routes of schedules.",
    may: [
      "src/domain",
      "src/http",
      "src/schedules",
      "src/schedules/schedule.ts",
      "src/schedules/timing",
      "src/schedules/verbs.ts",
    ],
    packages: ["zod"],
  },
  "src/schedules/verbs.ts": {
    sentence: "What the routes of schedules ask of their part.",
    may: ["src/house.ts", "src/schedules"],
  },
  "src/schedules/part.ts": {
    sentence: "Schedules as a part of the Worker.",
    may: [
      "durable-objects",
      "src/env.ts",
      "src/part.ts",
      "src/schedules",
      "src/schedules/routes",
      "src/schedules/verbs.ts",
    ],
  },
  "src/wiring/schedules": {
    sentence: "What a scheduler's object uses of the house: the way in for its words, and how runs fare.",
    may: [
      "durable-objects",
      "durable-objects/conversation/views",
      "durable-objects/scheduler",
      "src/channels",
      "src/domain",
      "src/env.ts",
      "src/house.ts",
      "src/routing",
      "src/schedules",
      "src/schedules/schedule.ts",
    ],
  },
  "durable-objects/scheduler": {
    sentence: "One owner's schedules as rows, and the rounds in which they are begun and looked after.",
    may: [
      "src/domain",
      "src/schedules",
      "src/schedules/schedule.ts",
      "src/schedules/timing",
      "src/observability",
      "durable-objects/conversation/sql",
    ],
    core: true,
  },
  "durable-objects/scheduler/scheduler.ts": {
    sentence: "The class of a scheduler's object: calls, and one alarm.",
    may: [
      "src/domain",
      "src/schedules",
      "src/schedules/schedule.ts",
      "durable-objects/conversation/sql/storage-sql.ts",
      "durable-objects/scheduler",
    ],
    packages: ["cloudflare:*"],
  },
};
