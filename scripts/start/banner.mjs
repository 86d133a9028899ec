/** The text that a person sees once Nightjar is up. */
import { colours } from "../../src/cli/terminal/colours.mjs";

/**
 * @param {{url: string, link: {url: string, expires_at: string}, seconds: number, model: string | undefined}} facts
 *   `model` answers where nobody chooses one
 */
export function banner({ url, link, seconds, model }) {
  const { bold, dim, cyan } = colours(process.stdout);
  const lines = [
    "",
    `  ${bold("Nightjar is up")} ${dim(`after ${seconds.toFixed(1)} s`)}   ${cyan(url)}`,
    "",
    `  Sign in, once, until ${clock(link.expires_at)}:`,
    `  ${cyan(link.url)}`,
    "",
  ];
  if (model?.startsWith("offline/")) {
    lines.push(
      "  No model is connected: the offline model answers, and says so. To connect one, open Models",
      "  in the app and paste a key, or the address of a server of your own.",
      "",
    );
  }
  lines.push(`  ${dim("Ctrl-C stops it. All data stays.")}`, "");
  return lines.join("\n");
}

/** @param {string} time ISO 8601 */
function clock(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toTimeString().slice(0, 5);
}
