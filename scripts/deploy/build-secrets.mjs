/** Secrets of a deployment that Cloudflare's own builds run: there is no file that would keep them from one build to the next. */

const NEEDED = ["ADMIN_TOKEN", "SESSION_SECRET"];
/** Settings that decide what is made in the account. */
const OF_RESOURCES = ["VECTORIZE_ENABLED", "EMBEDDING_MODEL", "EMBEDDING_DIMENSIONS"];
const SHORTEST = 16;

/**
 * Tells whether this runs in Workers Builds.
 * @param {Record<string, string | undefined>} env
 */
export function isCloudflareBuild(env) {
  return env["WORKERS_CI"] === "1";
}

/**
 * Throws an Error that says what to set: a secret made here would be another one at the next build.
 * @param {Record<string, string | undefined>} env
 * @returns {Record<string, string>}
 */
export function secretsOfBuild(env) {
  const missing = NEEDED.filter((name) => (env[name] ?? "").length < SHORTEST);
  if (missing.length > 0)
    throw new Error(
      `${missing.join(" and ")} must be set for this build: open the Worker's Settings > Build > Build variables and secrets, add a random text of 32 characters or more for each (openssl rand -hex 32), and retry the build. Keep both.`,
    );
  const named = [...NEEDED, ...OF_RESOURCES].map((name) => [name, env[name] ?? ""]);
  return Object.fromEntries(named.filter(([, value]) => value !== ""));
}
