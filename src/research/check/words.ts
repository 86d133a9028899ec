/** Words of a text that carry its meaning, cut to their stems. */

const PLAIN = new Set(
  (
    "the a an of and or to in on at by for with from as is are was were be been being has have had do does did it its this that these those which who their there than then also into over under between about after before during while when where they them he she his her you your we our " +
    "der die das den dem des ein eine einer eines einem einen und oder zu im in am an auf bei für mit von aus als ist sind war waren sein hat haben hatte es sich auch nach vor während wenn wo sie er wie dass diese dieser dieses werden wird wurde wurden durch über unter zum zur " +
    "le la les un une des du de et ou à au aux en dans sur par pour avec est sont était ont a il elle ils elles ce cette ces qui que dont aussi plus se son sa ses leur"
  ).split(" "),
);

/** Words that carry a sentence, in their order, with repetitions. */
export function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
    .filter((word) => word.length > 1 && !PLAIN.has(word))
    .map(stemOf);
}

/** Rough on purpose: it compares words of two texts and is never shown. */
function stemOf(word: string): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  if (plain.length < 4) return plain;
  return plain.replace(/(?:ing|edly|ed|es|en|er|em|e|s|ly)$/u, "").slice(0, 8);
}

/** Share of the words of `of` that stand in `within`; 0 when it has none. */
export function overlap(of: string, within: string): number {
  const [words, others] = [new Set(contentWords(of)), new Set(contentWords(within))];
  return words.size === 0 ? 0 : [...words].filter((word) => others.has(word)).length / words.size;
}
