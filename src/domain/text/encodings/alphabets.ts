/** Tells alphabets of their own (Cyrillic, Greek, Hebrew, Arabic, Thai) apart by how often their letters stand in texts. */

interface Alphabet {
  encodings: readonly string[];
  /** Every letter of it. */
  letters: RegExp;
  /** Letters of which more than half of a text is made. */
  common: RegExp;
}

const ALPHABETS: readonly Alphabet[] = [
  {
    encodings: ["windows-1251", "koi8-u", "iso-8859-5", "ibm866"],
    letters: /[\u0400-\u045f\u0490\u0491]/g,
    common: /[оеаинтсрвлкі]/g,
  },
  {
    encodings: ["windows-1253", "iso-8859-7"],
    letters: /[\u0386-\u03ce]/g,
    common: /[αάοόιίετνσηήςρκπυ]/g,
  },
  { encodings: ["windows-1255"], letters: /[\u05b0-\u05ea]/g, common: /[יוהלאמרתבנ]/g },
  { encodings: ["windows-1256"], letters: /[\u0621-\u0652]/g, common: /[اليومنرتةع]/g },
  { encodings: ["windows-874"], letters: /[\u0e01-\u0e4e]/g, common: /[านรอกเงมยวัี่้ต]/g },
];
const NOT_ASCII = /[^\p{ASCII}]/gu;
/** Small letters with a capital behind them, as no alphabet has. */
const FLIPS = /\p{Ll}\p{Lu}/gu;
/** Share of a text that common letters make in the right encoding; in others it is about a third. */
const LEAST = 0.35;

/** Undefined when the bytes are of no such alphabet. */
export function alphabetOf(bytes: Uint8Array): string | undefined {
  let best: { encoding: string; score: number } | undefined;
  for (const alphabet of ALPHABETS)
    for (const encoding of alphabet.encodings) {
      const score = scoreOf(new TextDecoder(encoding).decode(bytes), alphabet);
      if (score >= LEAST && score > (best?.score ?? 0)) best = { encoding, score };
    }
  return best?.encoding;
}

function scoreOf(text: string, { letters, common }: Alphabet): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const all = count(NOT_ASCII);
  if (all === 0) return 0;
  return (count(letters) / all) ** 2 * ((count(common) - 2 * count(FLIPS)) / all);
}
