/**
 * Skips rules for syntax that most texts lack: each is a long regular expression, which the browser has to compile
 * before the first word of an answer can be drawn. A skipped rule would have found nothing.
 */
import type { TokenizerObject } from "marked";

/** Within the lines up to the first empty one. */
const UNDERLINED = /^(?:[^\n]+\n)+? {0,3}(?:=+|-+) *(?:\n|$)/;
const RULED = /^[^\n]*\n {0,3}[|:-]/;
const QUOTED = /^ {0,3}>/;
const TAGGED = /^ {0,3}</;
const BRACKETED = /^ {0,3}\[/;

/** Rule in marked's terms: false falls back to its own rule, undefined finds nothing. */
function onlyAfter(sign: RegExp): (source: string) => false | undefined {
  return (source) => (sign.test(source) ? false : undefined);
}

export const quickRules: TokenizerObject = {
  lheading: onlyAfter(UNDERLINED),
  table: onlyAfter(RULED),
  blockquote: onlyAfter(QUOTED),
  html: onlyAfter(TAGGED),
  def: onlyAfter(BRACKETED),
};
