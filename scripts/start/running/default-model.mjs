/** Asks the server which model answers where nobody chooses one. */
import { ask } from "./ask.mjs";

const PATIENCE_MS = 3_000;

/**
 * Undefined when it cannot be told. Never throws.
 * @param {{url: string, token: string | undefined}} server
 * @returns {Promise<string | undefined>}
 */
export async function defaultModel({ url, token }) {
  const headers = { authorization: `Bearer ${token ?? ""}` };
  try {
    const { status, body } = await ask(`${url}/api/v1/status`, { headers, timeoutMs: PATIENCE_MS });
    const model = status === 200 ? JSON.parse(body).default_model : undefined;
    return typeof model === "string" ? model : undefined;
  } catch {
    return undefined;
  }
}
