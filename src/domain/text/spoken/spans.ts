/** Marks inside a line of Markdown as they are said: links, pictures, formulas, citations, emphasis. Pure. */
import type { SpokenLanguage } from "./spoken-language.ts";

const BARE_ADDRESS = /https?:\/\/([^\s/)\]>"']{1,255})[^\s)\]>"']*/g;

/** Emoji with what joins and colours them. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}]|\ufe0f|\u200d|\u20e3/gu;

export function spansSpoken(text: string, language: SpokenLanguage): string {
  return text
    .replace(/!\[([^[\]]*)\]\([^)\s]{0,2000}(?:\s[^)]*)?\)/g, (_, of: string) => language.picture(of))
    .replace(/\[([^[\]]*)\]\(([^)\s]{1,2000})(?:\s[^)]*)?\)/g, (_, words: string, address: string) =>
      words === "" ? address : words,
    )
    .replace(/<(https?:\/\/[^>\s]{1,2000})>/g, "$1")
    .replace(BARE_ADDRESS, (_, host: string) => language.link(host.replace(/^www\./, "")))
    .replace(/\$\$[^$]{1,2000}\$\$|\\\[[\s\S]{1,2000}?\\\]|\\\([\s\S]{1,2000}?\\\)/g, language.formula)
    .replace(/\s?\[\^?\d{1,3}\](?!\()/g, "")
    .replace(/<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,200})?\/?>/gi, " ")
    .replace(/(?<![\p{L}\p{N}])#(?=\d)/gu, `${language.number} `)
    .replace(/`+/g, "")
    .replace(/(\*\*\*|\*\*|___|__|~~)(?=\S)([\s\S]*?\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_]*?\S)\1(?![\p{L}\p{N}*_])/gu, "$2")
    .replace(/\\([\\`*_{}[\]()#+.!|~$>-])/g, "$1")
    .replace(PICTURES, "");
}
