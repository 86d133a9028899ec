/** Checks that an account has all that a deployment needs, before anything is created. All that is missing is reported at once. */

/** @typedef {import("./cloudflare.mjs").Api} Api */
/** @typedef {import("./cloudflare.mjs").Answer} Answer */

/** Permissions of an API token, by Cloudflare's names. */
export const RIGHTS = {
  workers: "Workers Scripts: Edit",
  database: "D1: Edit",
  queues: "Queues: Edit",
  bucket: "Workers R2 Storage: Edit",
  vectors: "Vectorize: Edit",
};

const R2_IS_OFF = 10042;
const NO_SUCH_ACCOUNT = 7003;

/**
 * @typedef {object} Account
 * @property {string} id
 * @property {string} name
 *
 * @typedef {object} Wanted
 * @property {string} database
 * @property {string} bucket
 * @property {string | undefined} index of Vectorize
 */

/**
 * Throws an Error that says what to set when the account is ambiguous.
 * @param {Api} api
 * @param {string | undefined} chosen by --account, CLOUDFLARE_ACCOUNT_ID or wrangler.toml; its id or its name
 * @returns {Promise<Account>}
 */
export async function findAccount(api, chosen) {
  const answer = await api("/accounts?per_page=50");
  /** @type {Account[]} */
  const accounts = answer.ok ? answer.result : [];
  if (chosen)
    return accounts.find(({ id, name }) => id === chosen || name === chosen) ?? { id: chosen, name: chosen };
  if (!answer.ok) throw new Error(refused(answer.message));
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) {
    throw new Error(
      "This login sees no account. Set CLOUDFLARE_ACCOUNT_ID, or give the API token the right Account Settings: Read.",
    );
  }
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  throw new Error(
    `This login has several accounts:\n${list}\nSay which: npm run deploy -- --account ${only.id}`,
  );
}

/** @param {string} words Cloudflare's */
function refused(words) {
  return (
    `Cloudflare refuses this login: ${words}\n` +
    'It may have expired or been revoked: set a new CLOUDFLARE_API_TOKEN, or run "npx wrangler login", then "npm run deploy" again.'
  );
}

/**
 * Throws an Error that lists all that is missing. Changes nothing.
 * @param {import("./resources.mjs").AccountApi} api
 * @param {string} account its id
 * @param {Wanted} wanted
 * @returns {Promise<{subdomain: string | undefined}>} of workers.dev
 */
export async function inspectAccount(api, account, { database, bucket, index }) {
  const looks = /** @type {[string, string][]} */ ([
    [RIGHTS.workers, "/workers/subdomain"],
    [RIGHTS.database, `/d1/database/${database}`],
    [RIGHTS.queues, "/queues"],
    [RIGHTS.bucket, `/r2/buckets/${bucket}`],
    ...(index === undefined ? [] : [[RIGHTS.vectors, `/vectorize/v2/indexes/${index}`]]),
  ]);
  const answers = await Promise.all(looks.map(([, path]) => api(path)));
  const [subdomain] = answers;
  if (subdomain !== undefined && !subdomain.ok && answers.every(isForbidden))
    throw new Error(refused(subdomain.message));
  const problems = answers.flatMap((answer, at) => problemIn(answer, looks[at]?.[0] ?? "", account));
  if (problems.length > 0) throw new Error([...new Set(problems)].join("\n"));
  return { subdomain: subdomain?.ok ? String(subdomain.result.subdomain) : undefined };
}

/** @param {Answer} answer */
const isForbidden = (answer) =>
  !answer.ok && (answer.status === 401 || answer.status === 403) && answer.code !== R2_IS_OFF;

/**
 * @param {Answer} answer
 * @param {string} right
 * @param {string} account
 * @returns {string[]}
 */
function problemIn(answer, right, account) {
  if (answer.ok) return [];
  if (answer.code === R2_IS_OFF) {
    return [
      `R2 is not switched on in this account: open https://dash.cloudflare.com/${account}/r2/overview and add it (it asks for a payment card; 10 GB are free). Cloudflare says: ${answer.message}`,
    ];
  }
  if (answer.code === NO_SUCH_ACCOUNT)
    return [`There is no account ${account}: correct --account or CLOUDFLARE_ACCOUNT_ID.`];
  if (isForbidden(answer)) return [missingRight(right, answer.message)];
  return answer.status === 404 ? [] : [`Cloudflare answered ${answer.status}: ${answer.message}`];
}

/**
 * @param {string} right
 * @param {string} words Cloudflare's
 */
function missingRight(right, words) {
  return `The login lacks the right "${right}" (docs/deploy.md lists all). Cloudflare says: ${words}`;
}

/** @param {string} account */
export function subdomainMissing(account) {
  return (
    "This account has no workers.dev subdomain yet. Choose one at " +
    `https://dash.cloudflare.com/${account}/workers/onboarding (or run "npm run deploy" on a terminal, where wrangler asks for it), then run "npm run deploy" again.`
  );
}

/**
 * The result of a creation. Throws an Error that names the missing permission, or quotes Cloudflare.
 * @param {Answer} answer
 * @param {{what: string, right: string}} made
 */
export function resultOfCreation(answer, { what, right }) {
  if (answer.ok) return answer.result;
  const reason = isForbidden(answer)
    ? missingRight(right, answer.message)
    : `Cloudflare says: ${answer.message}`;
  throw new Error(`${what} could not be made. ${reason}`);
}
