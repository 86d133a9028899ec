/** Place in an answer up to which it was heard. */
import type { SpeechStop } from "./speaker.ts";
import type { Cut } from "./types.ts";

/** Null: no answer was being spoken. */
export function cutOf({ heard, rest }: SpeechStop): Cut | null {
  const piece = heard?.piece ?? rest[0];
  if (!piece?.of) return null;
  const { answer, start } = piece.of;
  return { answer, characters: start + heardCharacters(piece.text, heard?.part() ?? 0) };
}

/** Length of the part of a spoken text that was heard, to the end of its last whole word. `part`: from 0 to 1, of its sound. */
export function heardCharacters(text: string, part: number): number {
  if (part >= 1) return text.length;
  const place = Math.round(text.length * Math.max(0, part));
  if (/\s/.test(text[place] ?? "")) return place;
  return Math.max(0, text.slice(0, place).search(/\s\S*$/));
}
