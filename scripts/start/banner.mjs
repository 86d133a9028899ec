/** The text that a person sees once Nightjar is up. */
import { colours } from "../../src/cli/terminal/colours.mjs";

/**
 * @param {{url: string, link: {url: string, expires_at: string}, seconds: number, isOffline: boolean}} facts
 */
export function banner({ url, link, seconds, isOffline }) {
  const { bold, dim, cyan } = colours(process.stdout);
  const lines = [
    "",
    `  ${bold("Nightjar is up")} ${dim(`after ${seconds.toFixed(1)} s`)}   ${cyan(url)}`,
    "",
    `  Sign in, once, until ${clock(link.expires_at)}:`,
    `  ${cyan(link.url)}`,
    "",
  ];
  if (isOffline) {
    lines.push(
      "  No model key is set: the offline model answers, and says so. For a real one put a key",
      "  into .dev.vars (ANTHROPIC_API_KEY, OPENAI_API_KEY, ...); it takes effect at once.",
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

const MODEL_VARIABLES = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "OPENROUTER_API_KEY",
  "GOOGLE_API_KEY",
  "OLLAMA_BASE_URL",
  "DEFAULT_MODEL",
];

/** @param {Record<string, string>} vars */
export function isOffline(vars) {
  return MODEL_VARIABLES.every((name) => (vars[name] ?? "") === "");
}
