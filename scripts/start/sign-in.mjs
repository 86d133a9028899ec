/** Waits until the server answers, and asks it for a one-time sign-in link. */

const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/**
 * Throws an Error that says what to do when no link can be had.
 * @param {{url: string, token: string | undefined, hasEnded: () => boolean}} server
 * @returns {Promise<{url: string, expires_at: string}>}
 */
export async function requestSignInLink({ url, token, hasEnded }) {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline && !hasEnded()) {
    const response = await askOnce(url, token ?? "");
    if (response !== undefined) return readLink(response, url);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(
    hasEnded() ? "The server ended while it was starting." : "The server did not answer in time.",
  );
}

/**
 * @param {string} url
 * @param {string} token
 */
async function askOnce(url, token) {
  try {
    return await fetch(`${url}/api/v1/auth/links`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.timeout(10_000),
    });
  } catch {
    // Not listening yet.
    return undefined;
  }
}

/**
 * @param {Response} response
 * @param {string} base
 */
async function readLink(response, base) {
  const body = await response.text();
  if (response.ok) {
    const link = JSON.parse(body);
    return { url: new URL(link.url, base).href, expires_at: String(link.expires_at) };
  }
  if (response.status === 401) {
    throw new Error(
      "The server refused ADMIN_TOKEN. Give it a value of at least 16 characters in .dev.vars, or delete its line there and start again.",
    );
  }
  throw new Error(`The server gave no sign-in link (${response.status}): ${reasonIn(body)}`);
}

/** @param {string} body */
function reasonIn(body) {
  try {
    return String(JSON.parse(body).reason ?? body);
  } catch {
    return body.slice(0, 2000);
  }
}
