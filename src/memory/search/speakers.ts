/** Speakers of the passages, and which of them a question is about. */
import { callNames, isNamedIn } from "../text/names.ts";
import { words } from "../text/words.ts";
import type { PreparedPassage, Surroundings } from "./prepared-passage.ts";
import { AUXILIARIES, type ParsedQuery } from "./query.ts";

/** Other names, by name key. */
export type Aliases = ReadonlyMap<string, readonly string[]>;

interface Talk {
  query: ParsedQuery;
  surroundings: Surroundings;
  aliases: Aliases;
  asker?: string;
}

/** Whether the words are the asker's own. */
export function isAskers(said: { role: string; speaker: string }, asker: string | undefined): boolean {
  return said.role === "user" && (asker === undefined || said.speaker === asker);
}

/**
 * Speakers that the question names; "my" stands for the people of the conversation, and "did you say" for its
 * agents alone. If one of several is the subject, only that one.
 */
export function askedSpeakers({ query, surroundings, aliases, asker }: Talk): Set<string> {
  const speakers = new Map(surroundings.all.map(({ passage }) => [passage.speaker, passage.role]));
  const agents = [...speakers].flatMap(([speaker, role]) => (role === "assistant" ? [speaker] : []));
  if (query.ofAgent && agents.length > 0) return new Set(agents);
  const named = new Set<string>();
  const subjects = new Set<string>();
  for (const [speaker, role] of speakers) {
    if (speaker === "") continue;
    const asks = query.firstPerson && isAskers({ role, speaker }, asker);
    const names = [...callNames(speaker, aliases), ...(asks ? ["i"] : [])];
    if (asks || names.some((name) => isNamedIn(name, query.key))) named.add(speaker);
    if (names.some((name) => isSubject(name, query.key))) subjects.add(speaker);
  }
  return named.size > 1 && subjects.size === 1 ? subjects : named;
}

/** "What did Ann give to Bob" is about Ann's words. Does not match "did Ann and Bob" or "did Ann's". */
function isSubject(name: string, questionKey: string): boolean {
  const text = ` ${questionKey} `;
  return AUXILIARIES.some((auxiliary) => {
    const start = ` ${auxiliary} ${name} `;
    const at = text.indexOf(start);
    return at >= 0 && !/^(?:s|and)\b/.test(text.slice(at + start.length));
  });
}

/** Whether a passage contains a name other than the speakers' own, in full or shortened. */
export function namesBesides(all: readonly PreparedPassage[]): (candidate: PreparedPassage) => boolean {
  const speakers = [...new Set(all.map(({ passage }) => passage.speaker))].flatMap(words);
  const isSpeaker = (name: string) => speakers.some((speaker) => speaker.startsWith(name));
  return (candidate) => candidate.newNames().some((name) => !isSpeaker(name));
}
