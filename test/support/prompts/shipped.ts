/** The house's prompts as they ship, read from their files. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PROMPT_NAMES, parsePrompts, promptTexts } from "../../../src/agent/prompts/prompt-texts.ts";

const FOLDER = fileURLToPath(new URL("../../../r2/prompts/", import.meta.url));
const files = readdirSync(FOLDER).map((name) => ({
  path: `r2/prompts/${name}`,
  text: readFileSync(path.join(FOLDER, name), "utf8"),
}));

export const SHIPPED = parsePrompts(files);

export const shippedTexts = promptTexts(SHIPPED, { edited: () => new Map(), ready: () => undefined });

/** Every prompt in the operator's own words: `Own NAME.` */
export const ownTexts = promptTexts(SHIPPED, {
  edited: () => new Map(PROMPT_NAMES.map((name) => [name, `Own ${name}.`])),
  ready: () => undefined,
});
