/** The contents of tsconfig.core.json: all of `src` but what knows the platform, and the objects but for their shells. */

/** Files of the objects that name Cloudflare's types. */
const PLATFORM_FILES = [
  "durable-objects/conversation/conversation.ts",
  "durable-objects/conversation/lifecycle.ts",
  "durable-objects/conversation/readable.ts",
  "durable-objects/conversation/readers/open-socket.ts",
  "durable-objects/conversation/shared.ts",
  "durable-objects/conversation/sockets.ts",
  "durable-objects/gateway/gateway.ts",
  "durable-objects/itty-durable.d.ts",
  "durable-objects/monitor.ts",
  "durable-objects/person/person.ts",
  "durable-objects/person/sockets.ts",
  "durable-objects/research/research.ts",
  "durable-objects/scheduler/scheduler.ts",
  "durable-objects/sql/storage-sql.ts",
];

/**
 * @param {import("./judge.mjs").Storey[]} storeys
 * @returns {{include: string[], exclude: string[]}}
 */
export function coreProject(storeys) {
  const others = storeys.filter((storey) => !storey.core).flatMap((storey) => storey.folders);
  const platform = others.filter((place) => place.startsWith("src/")).sort();
  return { include: ["durable-objects", "src"], exclude: [...PLATFORM_FILES, ...platform] };
}
