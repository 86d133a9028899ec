/**
 * What wrangler is given of a built Worker. It parses the entry to see what it exports: of a small one that takes no time. And
 * where wrangler bundles itself, it reads what a Worker leaves of a request: its proxy loses the answer to somebody who is still sending.
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
    // Whoever sent it is gone.
  }
}
`;
}
