/**
 * Templates of prompts, without logic: `{{name}}` is a value, `{{#name}}…{{/name}}` stands where it has one, and
 * `{{^name}}…{{/name}}` where it has none. Values are put in as they are: nothing is escaped for HTML, as models read the text.
 * Template libraries pass over unknown names and unclosed sections; `template-problem.ts` refuses both with their line.
 */

export type PromptValues = Readonly<Record<string, string>>;

export const TAG = /\{\{\s*([#^/]?)\s*([^{}]*?)\s*\}\}/g;

const SECTION = /\{\{\s*([#^])\s*(\w+)\s*\}\}([\s\S]*?)\{\{\s*\/\s*\2\s*\}\}/g;

/** Names without a value give nothing. */
export function renderTemplate(text: string, values: PromptValues): string {
  if (!text.includes("{{")) return text;
  let shown = text;
  for (let before = ""; before !== shown; ) {
    before = shown;
    shown = shown.replace(SECTION, (...[, kind, name = "", inner = ""]: string[]) =>
      (kind === "#") === Boolean(values[name]) ? inner : "",
    );
  }
  return shown.replace(TAG, (_all, _kind: string, name: string) => values[name] ?? "");
}
