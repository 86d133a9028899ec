/** Environment of wrangler: quiet, offline, and without writing outside the state folder. */
import path from "node:path";
import { CACHE } from "../paths.mjs";

/** Names the instance that a process belongs to, so that leftovers of a killed start can be found. */
export const INSTANCE_VARIABLE = "NIGHTJAR_INSTANCE";

/**
 * @param {{stateDir: string, tracing: boolean}} options
 * @returns {NodeJS.ProcessEnv}
 */
export function wranglerEnv({ stateDir, tracing }) {
  return {
    ...process.env,
    [INSTANCE_VARIABLE]: stateDir,
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_WRITE_LOGS: "false",
    WRANGLER_REGISTRY_PATH: path.join(stateDir, "registry"),
    // wrangler is megabytes of JavaScript: its compiled code is cached for the next start.
    NODE_COMPILE_CACHE: path.join(CACHE, "node"),
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    // Requests and sockets leave objects behind that hold far more memory than V8 sees: collecting early saves a sixth
    // of the memory of a connected conversation, for about a twentieth of the processor time. The local stand-ins for
    // D1 and R2 have small isolates of their own, which V8 does not collect before they have 32 MB unless it is told.
    MINIFLARE_WORKERD_V8_FLAGS:
      process.env["MINIFLARE_WORKERD_V8_FLAGS"] ?? "--optimize-for-size --initial-heap-size=4",
    X_LOCAL_EXPLORER: "false",
    X_LOCAL_OBSERVABILITY: String(tracing),
  };
}
