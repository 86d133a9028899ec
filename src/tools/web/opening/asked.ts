/** A person's words as a search: operators in them, and whether they can be searched for as they are. */
import { isSmallTalk } from "../../../memory/text/small-talk.ts";
import { FOCUSES } from "../search/query.ts";

/** Places that a search may be about: those of the web, and the person's own memory. */
export const PLACES = [...FOCUSES, "own"] as const;

export interface AskedSearch {
  words: string;
  /** Sites that the words name, `site:example.org`. */
  hosts: string[];
  /** `focus:papers`, `focus:forum`, `focus:own`. */
  focus: (typeof PLACES)[number] | undefined;
}

const OPERATOR = /(?:^|\s)(site|focus):(\S+)/gi;

export function askedIn(text: string): AskedSearch {
  const operators = [...text.matchAll(OPERATOR)].map(([, name = "", value = ""]) => ({
    name: name.toLowerCase(),
    value: value.toLowerCase(),
  }));
  const focus = operators.findLast(({ name }) => name === "focus")?.value;
  return {
    words: text.replace(OPERATOR, " ").replace(/\s+/g, " ").trim(),
    hosts: operators.flatMap(({ name, value }) => (name === "site" ? [value] : [])),
    focus: PLACES.find((place) => place === focus),
  };
}

const LONGEST_PLAIN = 160;
export const LONGEST_QUERY = 300;

/** Tells whether the first words of a conversation need no decision: a short question, complete in itself. */
export function isPlain(words: string): boolean {
  return words.length <= LONGEST_PLAIN && words.includes(" ") && !isSmallTalk(words);
}

/** The words as a query, where nobody can decide better; undefined for small talk. */
export function asQuery(words: string): string | undefined {
  return words === "" || isSmallTalk(words) ? undefined : words.slice(0, LONGEST_QUERY);
}
