/**
 * A spoken yes or no, in English, German and French. A yes has to be nothing but a yes, since it lets something happen; a no
 * counts as soon as it begins the words.
 */
import { plainWords } from "./plain-words.ts";

export type YesOrNo = "yes" | "no";

/** Undefined: neither, or both. Pure; never throws. */
export function yesOrNo(words: string): YesOrNo | undefined {
  const plain = plainWords(words);
  if (NO.test(plain)) return "no";
  return YES.test(plain) ? "yes" : undefined;
}

const POLITE = [
  ...["please", "thanks", "thank you", "sure", "well", "um", "uh", "oh"],
  ...["bitte", "danke", "gern", "gerne", "also", "ach", "ah", "aeh", "naturlich", "doch", "mal"],
  ...["s il te plait", "s il vous plait", "merci", "euh", "bien sur", "alors", "volontiers"],
];

const YESES = [
  ...[
    "yes",
    "yes i do",
    "yeah",
    "yep",
    "yup",
    "ok",
    "okay",
    "of course",
    "go ahead",
    "do it",
    "do that",
    "go for it",
  ],
  ...[
    "allow it",
    "allow",
    "allowed",
    "i allow it",
    "you may",
    "that s fine",
    "that is fine",
    "that s ok",
    "alright",
  ],
  ...[
    "ja",
    "jawohl",
    "klar",
    "ja klar",
    "in ordnung",
    "mach das",
    "mach es",
    "mach",
    "tu das",
    "tu es",
    "erlaubt",
  ],
  ...["erlauben", "das darfst du", "du darfst", "ich erlaube es", "einverstanden", "passt", "genau"],
  ...[
    "oui",
    "ouais",
    "d accord",
    "vas y",
    "allez y",
    "fais le",
    "faites le",
    "autorise",
    "je l autorise",
    "c est bon",
    "entendu",
  ],
];

const NOES = [
  ...[
    "no",
    "nope",
    "nah",
    "don t",
    "do not",
    "never",
    "stop",
    "cancel",
    "deny",
    "denied",
    "better not",
    "rather not",
  ],
  ...["please don t", "please no", "not now", "i d rather not", "i don t want that"],
  ...[
    "nein",
    "nee",
    "ne danke",
    "nicht",
    "lieber nicht",
    "bitte nicht",
    "besser nicht",
    "auf keinen fall",
    "niemals",
    "halt",
    "stopp",
  ],
  ...[
    "abbrechen",
    "lass das",
    "lass es",
    "mach das nicht",
    "mach es nicht",
    "tu das nicht",
    "ablehnen",
    "jetzt nicht",
  ],
  ...[
    "non",
    "surtout pas",
    "pas maintenant",
    "ne fais pas",
    "ne le fais pas",
    "ne faites pas",
    "ne le faites pas",
    "arrete",
  ],
  ...["annule", "refuse", "jamais", "plutot pas", "pas question"],
];

const YES = new RegExp(
  `^(?:(?:${anyOf(POLITE)}) )*(?:${anyOf(YESES)})(?: (?:${anyOf([...POLITE, ...YESES])}))*$`,
);
const NO = new RegExp(`^(?:(?:${anyOf(POLITE)}) )*(?:${anyOf(NOES)})(?: |$)(?!problem|matter|doubt)`);

/** The longest come first: a short one must not hide a longer one. */
function anyOf(phrases: readonly string[]): string {
  return [...phrases].sort((one, other) => other.length - one.length).join("|");
}
