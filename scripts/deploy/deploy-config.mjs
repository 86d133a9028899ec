/**
 * What is uploaded has bindings that a machine of one's own can't have: Workers AI, browsers, and Vectorize where it is
 * wanted. It is a quarter smaller without its names and spaces; its source map goes along, so that traces stay readable.
 * They stand in a copy of wrangler.toml that is there for the upload alone.
 */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";

/** Paths in it are relative to its folder. */
const FILE = ".wrangler.deploy.toml";

/** Of the Worker that reads PDFs: uploaded before Nightjar's, which is bound to it. */
export const READER = ["--config", "wrangler.reader.toml", "--minify"];

/**
 * @param {string} text of wrangler.toml
 * @param {any} config the same, parsed
 * @param {{name: string} | undefined} index
 */
export function deployConfig(text, config, index) {
  const small = config.minify === undefined ? "minify = true\nupload_source_maps = true\n" : "";
  const ai = config.ai === undefined ? '\n[ai]\nbinding = "AI"\n' : "";
  const browser = config.browser === undefined ? '\n[browser]\nbinding = "BROWSER"\n' : "";
  const vectorize =
    index === undefined || boundIndex(config) !== undefined
      ? ""
      : `\n[[vectorize]]\nbinding = "VECTORIZE"\nindex_name = "${index.name}"\n`;
  return `${small}${text.trimEnd()}\n${ai}${browser}${vectorize}`;
}

/**
 * @param {any} config
 * @returns {string | undefined} the index that wrangler.toml binds
 */
export function boundIndex(config) {
  return config.vectorize?.find((/** @type {any} */ each) => each.binding === "VECTORIZE")?.index_name;
}

/**
 * @template T
 * @param {string} text
 * @param {(file: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withConfig(text, use) {
  const file = path.join(ROOT, FILE);
  writeFileSync(file, text);
  try {
    return await use(FILE);
  } finally {
    rmSync(file, { force: true });
  }
}
