/** A document's own description: its beginning and its headings. */

const BADGES = /\[!\[[^\n]*/g;
const ADDRESS = /https?:\/\/\S+/g;
/** Fields of a front matter beside title and description. */
const ABOUT_THE_FILE =
  /^(?:aliases|keywords|categories|tags|date|lastmod|weight|draft|layout|slug|id):[^\n]*$/gm;
const HEADINGS = /^(?:#{1,6} [^\n]*|(?:title|linkTitle|description):[^\n]*)$/gm;

/**
 * Beginning without badges, addresses and machine-readable fields: mostly a title, and a sentence about the content.
 */
export function beginningOf(text: string): string {
  return text.replace(BADGES, " ").replace(ADDRESS, " ").replace(ABOUT_THE_FILE, " ");
}

export function headingsIn(text: string): string {
  return (text.match(HEADINGS) ?? []).join("\n");
}
