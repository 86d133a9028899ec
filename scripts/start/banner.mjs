/** The text that a person sees once Nightjar is up. */
import { colours } from "../../src/cli/terminal/colours.mjs";

/** @typedef {import("./running/nearby-models.mjs").NearbyModels} NearbyModels */

/**
 * @param {object} facts
 * @param {string} facts.url
 * @param {{url: string, expires_at: string}} facts.link
 * @param {number} facts.seconds
 * @param {string | undefined} facts.model answers where nobody chooses one
 * @param {readonly NearbyModels[]} facts.nearby model servers of this machine that are not connected
 */
export function banner({ url, link, seconds, model, nearby }) {
  const { bold, dim, cyan } = colours(process.stdout);
  const lines = [
    "",
    `  ${bold("Nightjar is up")} ${dim(`after ${seconds.toFixed(1)} s`)}   ${cyan(url)}`,
    "",
    `  Sign in, once, until ${clock(link.expires_at)}:`,
    `  ${cyan(link.url)}`,
    "",
  ];
  lines.push(...nearby.map((server) => foundLine(server, cyan(`${url}/models`))));
  if (nearby.length > 0) lines.push("");
  else if (model?.startsWith("offline/")) {
    lines.push(
      "  No model is connected: the offline model answers, and says so. To connect one, open Models",
      "  in the app and paste a key, or the address of a server of your own.",
      "",
    );
  }
  lines.push(`  ${dim("Ctrl-C stops it. All data stays.")}`, "");
  return lines.join("\n");
}

/**
 * @param {NearbyModels} server
 * @param {string} page
 */
function foundLine({ label, base_url, models }, page) {
  const count = models === 1 ? "1 model" : `${models || "no"} models`;
  return `  ${label} found at ${base_url.replace(/\/v1$/, "")} with ${count}: connect it on ${page}`;
}

/** @param {string} time ISO 8601 */
function clock(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toTimeString().slice(0, 5);
}
