/** An update before it is made: which release, what is new in it, and which stored forms change. */

/** @typedef {import("./checkout.mjs").Checkout} Checkout */

/**
 * @typedef {object} Plan
 * @property {string} from version
 * @property {string} to version
 * @property {string} name of the release or branch
 * @property {string} commit
 * @property {string} news part of the changelog, as Markdown
 * @property {string[]} migrations that come
 * @property {[from: number, to: number]} conversations versions of their form
 * @property {boolean} hasNewForms
 */

const RECORD = "scripts/check/landed/record.json";

/**
 * Throws an Error when there is no such release.
 * @param {Checkout} checkout
 * @param {string | undefined} ref undefined: the newest release
 * @returns {Plan | undefined} undefined: this checkout has it already
 */
export function planUpdate(checkout, ref) {
  const { name, commit } = checkout.target(ref);
  const here = checkout.commit;
  if (commit === here || (ref === undefined && checkout.has(commit))) return undefined;
  const from = versionAt(checkout, here);
  const known = new Set(checkout.list(here, "d1-migrations"));
  const coming = checkout.list(commit, "d1-migrations");
  const conversations = /** @type {[number, number]} */ ([formAt(checkout, here), formAt(checkout, commit)]);
  requireNotOlder(name, { known, coming: new Set(coming), conversations });
  const migrations = coming.filter((file) => file.endsWith(".sql") && !known.has(file));
  return {
    ...{ from, to: versionAt(checkout, commit), name, commit, migrations, conversations },
    news: newsSince(checkout.read(commit, "CHANGELOG.md"), from),
    hasNewForms: checkout.read(here, RECORD) !== checkout.read(commit, RECORD),
  };
}

/**
 * @param {Plan} plan
 * @returns {string}
 */
export function describePlan({ from, to, name, commit, news, migrations, conversations, hasNewForms }) {
  const [before, after] = conversations;
  return [
    `Nightjar ${from} becomes ${to} (${name}, ${commit.slice(0, 10)}).`,
    ...(news === "" ? [] : ["", news, ""]),
    ...(migrations.length === 0 ? [] : [`Migrations of the database: ${migrations.join(", ")}`]),
    ...(before === after ? [] : [`Conversations: form ${before} becomes ${after}`]),
    hasNewForms ? "The state is copied first." : "Stored forms stay as they are.",
  ].join("\n");
}

/**
 * @param {string} name
 * @param {{known: ReadonlySet<string>, coming: ReadonlySet<string>, conversations: [number, number]}} forms
 */
function requireNotOlder(name, { known, coming, conversations: [before, after] }) {
  const missing = [...known].find((file) => file.endsWith(".sql") && !coming.has(file));
  if (missing === undefined && before <= after) return;
  throw new Error(
    `${name} is older than what this checkout stores (${missing ?? `conversations in form ${before}`}). To go back: npx nightjar rollback, then git checkout ${name}.`,
  );
}

/**
 * @param {Checkout} checkout
 * @param {string} commit
 * @returns {string}
 */
function versionAt(checkout, commit) {
  return JSON.parse(checkout.read(commit, "package.json")).version;
}

/**
 * @param {Checkout} checkout
 * @param {string} commit
 * @returns {number}
 */
function formAt(checkout, commit) {
  return JSON.parse(checkout.read(commit, RECORD)).version;
}

/**
 * Releases above the one that is here.
 * @param {string} changelog
 * @param {string} version
 */
function newsSince(changelog, version) {
  const first = changelog.search(/^## /m);
  const known = changelog.search(new RegExp(`^## ${version.replaceAll(".", "\\.")}(\\s|$)`, "m"));
  return first < 0 ? "" : changelog.slice(first, known < 0 ? undefined : known).trim();
}
