/**
 * Hooks and promises, which start turns by themselves: on events from outside, or when they come due.
 * @type {import("../judge.mjs").Rooms}
 */
export const HOOKS = {
  "src/hooks": {
    sentence:
      "Events from outside: who may bring them, what of them is read, and the one way in that they take.",
    may: ["src/domain", "src/domain/text", "src/jobs", "src/routing"],
    packages: ["zod"],
    core: true,
  },
  "src/hooks/mail": {
    sentence: "Mail to a hook: its address, who is shown to have sent it, and what it says.",
    may: ["src/domain", "src/domain/text", "src/hooks", "src/tools/files", "src/tools/web/html"],
    packages: ["postal-mime"],
    core: true,
  },
  "src/hooks/routes": {
    sentence: "The routes of hooks: where people make them, and where senders post.",
    may: ["src/domain", "src/hooks", "src/hooks/mail", "src/hooks/verbs.ts", "src/http"],
    packages: ["zod"],
  },
  "src/hooks/verbs.ts": {
    sentence: "What the routes of hooks ask of their part.",
    may: ["src/hooks/mail", "src/house.ts"],
  },
  "src/hooks/part.ts": {
    sentence: "Hooks as a part of the Worker.",
    may: [
      "src/hooks",
      "src/hooks/mail",
      "src/hooks/routes",
      "src/hooks/verbs.ts",
      "src/house.ts",
      "src/http/authentication",
      "src/jobs",
      "src/part.ts",
      "src/storage/d1",
      "src/storage/d1/hooks",
      "src/storage/d1/models",
    ],
  },
  "src/commitments": {
    sentence: "Promises that come due: looked for each minute, each asked about once.",
    may: [
      "src/domain",
      "src/domain/text",
      "src/domain/time",
      "src/jobs",
      "src/memory/ports",
      "src/memory/write",
      "src/routing",
    ],
    packages: ["zod"],
    core: true,
  },
  "src/commitments/part.ts": {
    sentence: "Promises that come due, as a part of the Worker.",
    may: [
      "src/commitments",
      "src/house.ts",
      "src/http/authentication",
      "src/part.ts",
      "src/storage/d1",
      "src/storage/d1/memory",
    ],
  },
  "src/conductor": {
    sentence:
      "Agents that make and change agents and clients, with their person's yes; what they did, and its undoing.",
    may: [
      "src/domain/conversation",
      "src/domain",
      "src/agents",
      "src/agent/ports",
      "src/clients",
      "src/people",
      "src/schedules",
      "src/schedules/schedule.ts",
      "src/tools",
      "src/tools/define-tool.ts",
    ],
    packages: ["zod"],
  },
  "src/conductor/routes.ts": {
    sentence: "The routes of what conductors have done.",
    may: ["src/conductor", "src/conductor/verbs.ts", "src/domain", "src/http"],
    packages: ["zod"],
  },
  "src/conductor/verbs.ts": {
    sentence: "What the routes of conductors ask of their part.",
    may: ["src/conductor", "src/house.ts"],
  },
  "src/conductor/part.ts": {
    sentence: "Conductors as a part of the Worker.",
    may: [
      "durable-objects",
      "src/clients/verbs.ts",
      "src/conductor",
      "src/conductor/routes.ts",
      "src/domain",
      "src/house.ts",
      "src/http/authentication",
      "src/part.ts",
      "src/schedules/verbs.ts",
      "src/storage/d1",
      "src/storage/d1/agents",
    ],
  },
};
