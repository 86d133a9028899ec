/** Numbers written as words in English, German and French. */

const ENGLISH =
  "zero:0 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 dozen:12";
const GERMAN =
  "null:0 zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 dreizehn:13 vierzehn:14 fünfzehn:15 sechzehn:16 siebzehn:17 achtzehn:18 neunzehn:19 zwanzig:20 dreißig:30 vierzig:40 fünfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90 hundert:100 tausend:1000 dutzend:12";
const FRENCH =
  "zéro:0 deux:2 trois:3 quatre:4 cinq:5 sept:7 huit:8 neuf:9 dix:10 onze:11 douze:12 treize:13 quatorze:14 quinze:15 seize:16 dix-sept:17 dix-huit:18 dix-neuf:19 vingt:20 trente:30 quarante:40 cinquante:50 soixante:60 cent:100 mille:1000 douzaine:12";

/** "One" and its like are articles as often, so they count beside a unit alone, and "neuf" is new as well. */
const WORDS: ReadonlyMap<string, number> = new Map(
  [ENGLISH, GERMAN, FRENCH].flatMap((list) =>
    list.split(" ").map((entry) => {
      const [word = "", value = "0"] = entry.split(":");
      return [word, Number(value)] as const;
    }),
  ),
);

const SCALES: ReadonlyMap<string, number> = new Map([
  ...scale(100, "hundred"),
  ...scale(1e3, "thousand tausend mille k tsd"),
  ...scale(1e6, "million millions mio millionen mn"),
  ...scale(1e9, "billion billions bn milliarde milliarden mrd milliard milliards"),
  ...scale(1e12, "trillion trillions billionen"),
]);

function scale(value: number, words: string): [string, number][] {
  return words.split(" ").map((word) => [word, value]);
}

/** "fünfundzwanzig", "twenty-five", "vingt-cinq"; undefined: no number. */
export function numberOfWord(word: string): number | undefined {
  const low = word.toLowerCase();
  const plain = WORDS.get(low);
  if (plain !== undefined) return plain;
  const eighties = /^quatre-vingts?(?:-([\p{L}-]+))?$/u.exec(low);
  if (eighties) return eighties[1] ? sumOf(80, unitOf(eighties[1])) : 80;
  const hyphened = /^(\p{L}+)-(?:et-)?([\p{L}-]+)$/u.exec(low);
  if (hyphened) return sumOf(WORDS.get(hyphened[1] ?? ""), unitOf(hyphened[2] ?? ""));
  return unitOf(low) === undefined ? germanNumber(low) : undefined;
}

/** "Zweihundertfünfzig", "dreitausend": thousands, hundreds, then units before tens. */
function germanNumber(word: string): number | undefined {
  const plain = unitOf(word);
  if (plain !== undefined) return plain;
  const joined = /^(\p{L}+?)und(\p{L}+zig|dreißig)$/u.exec(word);
  if (joined) return sumOf(WORDS.get(joined[2] ?? ""), unitOf(joined[1] ?? ""));
  const parts = /^(\p{L}*?)(tausend)(\p{L}*)$/u.exec(word) ?? /^(\p{L}*?)(hundert)(\p{L}*)$/u.exec(word);
  if (!parts) return undefined;
  const [, before = "", scale, after = ""] = parts;
  const [times, rest] = [before ? germanNumber(before) : 1, after ? germanNumber(after) : 0];
  if (times === undefined || rest === undefined) return undefined;
  return times * (scale === "hundert" ? 100 : 1000) + rest;
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10 };

/** "XIXe" is 19. */
export function centuryOf(word: string): number | undefined {
  const digits = /^([IVX]+)(?:e|ème|er)$/u.exec(word)?.[1]?.toLowerCase();
  if (!digits) return undefined;
  const values = [...digits].map((digit) => ROMAN[digit] ?? 0);
  return values.reduce((sum, value, at) => (value < (values[at + 1] ?? 0) ? sum - value : sum + value), 0);
}

function unitOf(word: string): number | undefined {
  return ["one", "ein", "un", "une"].includes(word) ? 1 : WORDS.get(word);
}

function sumOf(tens: number | undefined, units: number | undefined): number | undefined {
  if (tens === undefined || units === undefined || tens < 20 || units > 19) return undefined;
  return tens + units;
}

/** The factor that a word multiplies the number before it by; undefined: none. */
export function scaleOf(word: string, isAfterWord = false): number | undefined {
  const plain = word.toLowerCase().replace(/\.$/, "");
  // "Deux cents" is two hundred, "5 cents" is money.
  return isAfterWord && plain === "cents" ? 100 : SCALES.get(plain);
}
