/** Storage. @type {import("../judge.mjs").Rooms} */
export const STORAGE = {
  "src/storage": {
    sentence: "What comes bundled with the Worker: agents and skills.",
    may: ["src/domain", "r2"],
    packages: ["js-yaml"],
  },
  "src/storage/d1": {
    sentence: "The database of this Worker.",
    may: [],
    packages: ["drizzle-orm"],
  },
  "src/storage/d1/schema": {
    sentence: "The tables of D1.",
    may: [],
    packages: ["drizzle-orm"],
  },
  "src/storage/d1/agents": {
    sentence: "Agents, the tools they were granted, their servers.",
    may: [
      "src/domain",
      "src/agents",
      "src/tools/mcp",
      "src/routing",
      "src/storage/d1",
      "src/storage/d1/schema",
    ],
    packages: ["drizzle-orm", "zod"],
  },
  "src/storage/d1/capabilities": {
    sentence: "Capabilities, their versions and their builds, as rows.",
    may: [
      "src/domain",
      "src/capabilities/catalog",
      "src/capabilities/builds/record",
      "src/storage/d1",
      "src/storage/d1/schema",
    ],
    packages: ["drizzle-orm", "zod"],
  },
  "src/storage/d1/index": {
    sentence: "The list of conversations: each change, many to a write.",
    may: [
      "src/domain",
      "src/platform",
      "src/memory",
      "src/memory/index",
      "src/routing",
      "src/channels/web/wire.ts",
      "src/storage/d1",
      "src/storage/d1/schema",
      "src/storage/d1/agents",
      "src/storage/d1/ledger",
    ],
    packages: ["drizzle-orm"],
  },
  "src/storage/d1/jobs": {
    sentence: "Jobs as rows.",
    may: ["src/jobs", "src/storage/d1/schema"],
  },
  "src/storage/d1/ledger": {
    sentence: "What was spent, and how much may be.",
    may: ["src/domain", "src/observability", "src/storage/d1", "src/storage/d1/schema"],
    packages: ["drizzle-orm"],
  },
  "src/storage/d1/memory": {
    sentence: "What is remembered, as rows.",
    may: [
      "src/domain",
      "src/memory",
      "src/memory/ports",
      "src/memory/text",
      "src/memory/write",
      "src/storage/d1",
      "src/storage/d1/schema",
      "src/storage/d1/passages",
    ],
    packages: ["drizzle-orm", "zod"],
  },
  "src/storage/d1/models": {
    sentence: "Accounts with providers, sealed, and what was published of models.",
    may: [
      "src/domain",
      "src/providers",
      "src/providers/provider.ts",
      "src/providers/metadata",
      "src/storage/d1",
      "src/storage/d1/schema",
    ],
    packages: ["drizzle-orm"],
  },
  "src/storage/d1/passages": {
    sentence: "Passages as rows: kept, found, ranked in SQL.",
    may: ["src/domain", "src/memory/ports", "src/memory/text", "src/storage/vector"],
  },
  "src/storage/d1/people": {
    sentence: "Who may use what.",
    may: ["src/domain", "src/domain/time", "src/people", "src/storage/d1", "src/storage/d1/schema"],
    packages: ["drizzle-orm", "zod"],
  },
  "src/storage/r2": {
    sentence: "Files, trails and pages in R2.",
    may: [
      "src/domain",
      "src/agent/ports",
      "src/quotas",
      "src/tools/web",
      "src/tools/files",
      "src/tools/workspace",
      "src/jobs",
      "src/capabilities/catalog",
    ],
    packages: ["zod"],
  },
  "src/storage/vector": {
    sentence: "Where vectors are kept and their neighbours found.",
    may: ["src/memory/ports", "src/memory/text", "src/memory/word-vectors", "src/memory/search"],
  },
};
