/** D1's own history of the database (Time Travel): 30 days on the Paid plan, 7 on Free. */

/** @typedef {import("./resources.mjs").AccountApi} AccountApi */

/**
 * The database as it is now.
 * @param {AccountApi} api
 * @param {string} database its id
 * @returns {Promise<string>}
 */
export async function bookmarkNow(api, database) {
  const answer = await api(`/d1/database/${database}/time_travel/bookmark`);
  const bookmark = answer.ok ? answer.result?.bookmark : undefined;
  if (typeof bookmark === "string" && bookmark !== "") return bookmark;
  throw new Error(
    `Cloudflare gave no bookmark of the database, without which it can't be brought back: ${answer.ok ? "the answer is empty" : answer.message}`,
  );
}

/**
 * @param {AccountApi} api
 * @param {string} database its id
 * @param {string} bookmark
 * @returns {Promise<string>} the bookmark that undoes it
 */
export async function bringBack(api, database, bookmark) {
  const query = new URLSearchParams({ bookmark });
  const answer = await api(`/d1/database/${database}/time_travel/restore?${query}`, { body: {} });
  if (answer.ok) return String(answer.result?.previous_bookmark ?? "");
  throw new Error(
    `The code is back, and the database is not: Cloudflare says: ${answer.message}\nThe older code works with the newer tables. Run the same command again, or: npx wrangler d1 time-travel restore DB --bookmark=${bookmark}`,
  );
}

/**
 * Conversations that changed since a time, as the database lists them.
 * @param {AccountApi} api
 * @param {string} database its id
 * @param {string} since ISO 8601
 * @returns {Promise<object[]>}
 */
export async function changedSince(api, database, since) {
  const sql =
    "SELECT id, title, owner, created_at, updated_at FROM conversations WHERE updated_at > ? ORDER BY updated_at";
  const body = { sql, params: [Date.parse(since)] };
  const answer = await api(`/d1/database/${database}/query`, { body, isRead: true });
  if (answer.ok) return answer.result[0].results;
  throw new Error(
    `What came since could not be listed, so nothing was changed. Cloudflare says: ${answer.message}`,
  );
}
