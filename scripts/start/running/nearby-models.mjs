/** Asks the server which model servers it found on this machine. */
import { ask } from "./ask.mjs";

const PATIENCE_MS = 2_000;

/** @typedef {{label: string, base_url: string, models: number}} NearbyModels */

/**
 * Servers that are not connected yet. Empty when it cannot be told. Never throws.
 * @param {{url: string, token: string | undefined}} server
 * @returns {Promise<NearbyModels[]>}
 */
export async function nearbyModels({ url, token }) {
  const headers = { authorization: `Bearer ${token ?? ""}` };
  try {
    const { status, body } = await ask(`${url}/api/v1/models/nearby`, { headers, timeoutMs: PATIENCE_MS });
    /** @type {{label: string, base_url: string, models: string[], connected: boolean}[]} */
    const found = status === 200 ? JSON.parse(body).items : [];
    return found
      .filter(({ connected }) => !connected)
      .map(({ label, base_url, models }) => ({ label, base_url, models: models.length }));
  } catch {
    return [];
  }
}
