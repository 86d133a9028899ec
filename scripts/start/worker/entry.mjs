/**
 * The entry of a built Worker for wrangler. wrangler parses the entry to see what it exports: a small one takes no
 * time. It also reads what a Worker leaves of a request, as wrangler's own bundle does: its proxy loses the answer to a
 * client that is still sending.
 * @param {string} built its file, in the same folder
 */
export function entryOf(built) {
  return `export * from "./${built}";
import worker from "./${built}";

export default {
  ...worker,
  async fetch(request, ...given) {
    try {
      return await worker.fetch(request, ...given);
    } finally {
      await readTheRest(request);
    }
  },
};

async function readTheRest({ body, bodyUsed }) {
  if (body === null || bodyUsed) return;
  try {
    for await (const _ of body);
  } catch {
    // The client is gone.
  }
}
`;
}
