/** A text that has to fit: its beginning, with a sign that there is more. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Half of a pair of surrogates is no character.
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
