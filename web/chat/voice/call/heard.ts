/** Length of the part of a spoken text that was heard, to the end of its last whole word. `part`: from 0 to 1, of its sound. */
export function heardCharacters(text: string, part: number): number {
  if (part >= 1) return text.length;
  const place = Math.round(text.length * Math.max(0, part));
  if (/\s/.test(text[place] ?? "")) return place;
  return Math.max(0, text.slice(0, place).search(/\s\S*$/));
}
