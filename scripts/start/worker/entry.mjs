/** Files with what stands in front of a built Worker, in the same folder. */
export const FRONT = ["front.js", "peers.js"];

/**
 * The entry of a built Worker: a small one, since wrangler parses the entry to see what it exports.
 * @param {string} built its file, in the same folder
 */
export function entryOf(built) {
  return `export * from "./${built}";
import { WorkerEntrypoint } from "cloudflare:workers";
import worker from "./${built}";
import { controlled, served } from "./${FRONT[0]}";

export default served(worker);

export class Controls extends WorkerEntrypoint {
  fetch(request) {
    return controlled(worker, request, { env: this.env, context: this.ctx });
  }
}
`;
}
