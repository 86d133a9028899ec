/** Numbers of lists: decimal, letters, Roman. */

const ROMAN = [
  ["m", 1000],
  ["cm", 900],
  ["d", 500],
  ["cd", 400],
  ["c", 100],
  ["xc", 90],
  ["l", 50],
  ["xl", 40],
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
] as const;

/** A number as a list shows it. `format`: as Word names it. */
export function listNumber(count: number, format: string): string {
  if (format === "lowerLetter") return letters(count);
  if (format === "upperLetter") return letters(count).toUpperCase();
  if (format === "lowerRoman") return roman(count);
  if (format === "upperRoman") return roman(count).toUpperCase();
  return format === "decimalZero" && count < 10 ? `0${count}` : String(count);
}

/** The 27th is `aa`, as Word counts. */
function letters(count: number): string {
  const letter = String.fromCharCode(97 + ((count - 1) % 26));
  return letter.repeat(Math.min(10, Math.floor((count - 1) / 26) + 1));
}

function roman(count: number): string {
  let [text, rest] = ["", Math.min(count, 4_000)];
  for (const [sign, value] of ROMAN) for (; rest >= value; rest -= value) text += sign;
  return text;
}
