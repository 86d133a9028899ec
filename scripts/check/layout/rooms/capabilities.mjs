/** Capabilities: tools that agents have built for them, and the sandbox they run in. @type {import("../judge.mjs").Rooms} */
export const CAPABILITIES = {
  "src/capabilities/builds": {
    sentence:
      "Capabilities that are asked for: begun, watched, told of, ended; the Builder's part in its conversation.",
    may: [
      "src/domain",
      "src/agent/ports",
      "src/platform",
      "src/children",
      "src/jobs",
      "src/tools/define-tool.ts",
      "src/capabilities/builds/tools",
      "src/capabilities/builds/record",
      "durable-objects/conversation/context",
      "durable-objects/conversation/wakers",
    ],
    packages: ["zod"],
    core: true,
  },
  "src/capabilities/builds/tools": {
    sentence: "The Builder's tools, for one build: offered to nobody else.",
    may: [
      "src/agent/ports",
      "src/tools",
      "src/tools/define-tool.ts",
      "src/capabilities/sandbox",
      "src/capabilities/builds/record",
    ],
    packages: ["zod"],
    core: true,
  },
  "src/capabilities/builds/record": {
    sentence: "A build as it is kept, and the workbench over its files.",
    may: ["src/domain"],
    core: true,
  },
  "src/capabilities/sandbox": {
    sentence: "Programs that nobody vouches for, run within limits.",
    may: ["src/platform", "src/agent/ports"],
    packages: ["@jitl/quickjs-ng-wasmfile-release-sync", "fengari", "sucrase", "zod"],
    core: true,
  },
  "src/capabilities/schema": {
    sentence: "JSON schemas that a capability declares: which may be, and what fits them.",
    may: ["src/agent/ports"],
    core: true,
  },
  "src/capabilities/catalog": {
    sentence: "Capabilities: what each is, its versions, their tests, how one is built and published.",
    may: ["src/domain", "src/agent/ports", "src/capabilities/sandbox", "src/capabilities/schema"],
    packages: ["zod"],
    core: true,
  },
};
