/** Command line of `npm run deploy`. */
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../start/paths.mjs";

const NAME = /^[a-z][a-z0-9-]{0,19}$/;
const TEXT = /** @type {const} */ ({ type: "string" });
const FLAG = /** @type {const} */ ({ type: "boolean", default: false });

export const HELP = `npm run deploy -- [options]

  --name NAME       another instance beside the first one, with resources of its own
  --account ID      one of several Cloudflare accounts
  --dry-run         says what is there and what would be made, and builds the Worker
  --rollback        brings back the version before, and its data where their form has changed
  --backup PLACE    where the backup before an update goes: a folder, or s3://bucket/folder
  --no-backup       none is made; the database can still be brought back
`;

/**
 * @typedef {object} Options
 * @property {string | undefined} name
 * @property {string | undefined} account
 * @property {boolean} dryRun
 * @property {boolean} rollback
 * @property {boolean} help
 * @property {boolean} hasBackup
 * @property {string} varsFile settings and secrets of the deployed instance
 * @property {string} folder what this machine keeps of it
 * @property {string} backupPlace
 */

/**
 * Throws an Error that says what is wrong with the line.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {Options}
 */
export function readOptions(args, env) {
  const values = parse(args);
  const { name, account = env["CLOUDFLARE_ACCOUNT_ID"], help, rollback } = values;
  if (name !== undefined && !NAME.test(name))
    throw new Error(
      `--name "${name}": give up to 20 lower-case letters, digits and hyphens, such as staging.`,
    );
  const folder = path.resolve(ROOT, env["DEPLOYED_DIR"] || ".deployed", name ?? "nightjar");
  return {
    ...{ name, account, help, rollback, folder },
    dryRun: values["dry-run"],
    hasBackup: !values["no-backup"],
    backupPlace: values.backup ?? path.join(folder, "backups"),
    varsFile: path.resolve(ROOT, env["PROD_VARS_FILE"] || (name ? `.${name}.vars` : ".prod.vars")),
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        name: TEXT,
        account: TEXT,
        backup: TEXT,
        "dry-run": FLAG,
        "no-backup": FLAG,
        rollback: FLAG,
        help: { ...FLAG, short: "h" },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message.split(". To specify")[0] : error}.\n\n${HELP}`);
  }
}
