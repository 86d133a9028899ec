/** What a document says of itself: how it begins, and its headings. */

const BADGES = /\[!\[[^\n]*/g;
const ADDRESS = /https?:\/\/\S+/g;
/** What a preamble holds beside a title and a description. */
const ABOUT_THE_FILE =
  /^(?:aliases|keywords|categories|tags|date|lastmod|weight|draft|layout|slug|id):[^\n]*$/gm;
const HEADINGS = /^(?:#{1,6} [^\n]*|(?:title|linkTitle|description):[^\n]*)$/gm;

/** Without badges, addresses and what is for programs: mostly a title, and a sentence of what it is. */
export function beginningOf(text: string): string {
  return text.replace(BADGES, " ").replace(ADDRESS, " ").replace(ABOUT_THE_FILE, " ");
}

export function headingsIn(text: string): string {
  return (text.match(HEADINGS) ?? []).join("\n");
}
