/** Plan of the backups that the instance makes by itself, from its settings. */
import path from "node:path";
import { ROOT } from "../paths.mjs";

/**
 * @typedef {object} BackupPlan
 * @property {string} place folder, file.tar or s3://bucket/folder
 * @property {{hour: number, minute: number}} at each day, by this machine's clock
 * @property {number} keep backups that stay
 * @property {boolean} isDrilled each backup is restored into an instance that is thrown away
 * @property {boolean} isSealed
 * @property {Record<string, string>} env of the program that makes it: passphrase and keys
 */

const PASSED = [
  "NIGHTJAR_BACKUP_PASSPHRASE",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_REGION",
  "S3_ENDPOINT",
];

/**
 * Undefined where no place is set. Throws an Error that names the setting and the fix.
 * @param {Record<string, string | undefined>} vars
 * @returns {BackupPlan | undefined}
 */
export function backupPlan(vars) {
  const place = vars["BACKUP_TO"];
  if (!place) return undefined;
  const isSealed = !isOn("BACKUP_UNSEALED", vars["BACKUP_UNSEALED"] || "false");
  if (isSealed && !vars["NIGHTJAR_BACKUP_PASSPHRASE"])
    throw new Error(
      'BACKUP_TO is set, but no passphrase: set NIGHTJAR_BACKUP_PASSPHRASE (at least 12 characters, and write it down elsewhere), or BACKUP_UNSEALED="true".',
    );
  return {
    place: place.startsWith("s3://") ? place : path.resolve(ROOT, place),
    at: timeOfDay(vars["BACKUP_AT"] || "03:15"),
    keep: count(vars["BACKUP_KEEP"] || "14"),
    isDrilled: isOn("BACKUP_DRILL", vars["BACKUP_DRILL"] || "true"),
    isSealed,
    env: Object.fromEntries(PASSED.flatMap((name) => (vars[name] ? [[name, vars[name]]] : []))),
  };
}

/** @param {string} text */
function timeOfDay(text) {
  const [, hour = "", minute = ""] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === "") throw new Error(`BACKUP_AT is "${text}": give a time of day, for example 03:15.`);
  return { hour: Number(hour), minute: Number(minute) };
}

/** @param {string} text */
function count(text) {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new Error(`BACKUP_KEEP is "${text}": give how many backups stay, for example 14.`);
}

/**
 * @param {string} name
 * @param {string} text
 */
function isOn(name, text) {
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`${name} is "${text}": give one of true, false.`);
}

/**
 * Latest moment up to `now` at which a backup was planned, in ms.
 * @param {BackupPlan["at"]} at
 * @param {Date} now
 */
export function lastPlanned({ hour, minute }, now) {
  const today = new Date(now);
  today.setHours(hour, minute, 0, 0);
  if (today > now) today.setDate(today.getDate() - 1);
  return today.getTime();
}
