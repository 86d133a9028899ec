/** A person's own sentences in a message: quotes, code, pasted mail and texts that were handed over are left out. */

/** Longer messages hold something pasted: the person's words about it stand at its ends. */
const MOST_CHARACTERS = 1_600;
const AT_EACH_END = 600;
const LONGEST_SENTENCE = 320;
const MOST_SENTENCES = 40;

const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;
const QUOTED_LINE = /^[ \t]*(?:>|\|).*$/gm;
/** Begins a mail or a forwarded one: nothing behind it is the person's. */
const MAIL =
  /^[ \t]*(?:(?:from|subject|to|sent|von|betreff|an|gesendet|de|objet|envoyé|à)\s?:\s|-{2,} ?(?:original|forwarded|weitergeleitet|message)|(?:on|am|le) .{4,80} (?:wrote|schrieb.*|a écrit)\s?:)/im;
/** Salutation of a letter, alone in its line, up to the words that close it. */
const LETTER =
  /^[ \t]*(?:dear|sehr geehrte|liebe[rs]?|chère?s?|cher|madame|monsieur)\b.{0,60},[ \t]*\n[\s\S]*?(?:^[ \t]*(?:best|kind|warm|yours|sincerely|regards|mit (?:freundlichen|besten|lieben)|viele grüße|liebe grüße|cordialement|bien à vous|amicalement|salutations).*(?:\n.{0,40}$)?|(?![\s\S]))/gim;
/** Task whose text follows a colon. */
const HANDED_OVER =
  /(?:^|\n|[.!?]\s)[^.!?\n:]{0,80}(?<!\p{L})(?:translate|proofread|correct|rewrite|rephrase|paraphrase|summari[sz]e|improve|shorten|edit|übersetz\p{L}*|korrigier\p{L}*|verbesser\p{L}*|korrektur|formulier\p{L}*|fass\p{L}*|traduis\p{L}*|traduire|corrig\p{L}*|résum\p{L}*|reformul\p{L}*|améliore\p{L}*)(?!\p{L})[^.!?\n:]{0,60}:[\s\S]*$/iu;
/** Somebody is said to have said or written what follows a colon. */
const REPORTED =
  /(?<!\p{L})(?:wrote|writes|says|said|replied|answered|reads|sent me|schreibt|schrieb|sagt|sagte|antwortet\p{L}*|meint\p{L}*|steht|écrit|dit|répond\p{L}*|lit)(?!\p{L})[^.!?\n:]{0,40}:[^\n]*(?:\n(?!\n)[^\n]*)*/giu;
/** Words between marks; a name or two of them may stand in a wish. */
const QUOTES = /"([^"\n]*)"|“([^”\n]*)”|„([^“”\n]*)[“”]|«([^»\n]*)»|(?<!\p{L})‘([^’\n]*)’(?!\p{L})/gu;
const MOST_QUOTED_WORDS = 3;
const ABBREVIATED = /\b(Dr|Mr|Mrs|Ms|Prof|St|Mme|M|Hr|Fr|e\.g|i\.e|z\.\s?B|bzw|etc|p\. ex)\./g;
const DOT = "\u2024";

export function ownSentences(message: string): string[] {
  const own = withoutOthers(message).replace(ABBREVIATED, `$1${DOT}`);
  return own
    .split(/(?<=[.!?…;])\s+|\n+/u)
    .map((sentence) => sentence.replaceAll(DOT, ".").trim())
    .filter((sentence) => sentence.length > 5 && sentence.length <= LONGEST_SENTENCE)
    .slice(0, MOST_SENTENCES);
}

function withoutOthers(message: string): string {
  const ends =
    message.length <= MOST_CHARACTERS
      ? message
      : `${message.slice(0, AT_EACH_END)}\n${message.slice(-AT_EACH_END)}`;
  const mail = ends.search(MAIL);
  return (mail === -1 ? ends : ends.slice(0, mail))
    .replace(CODE, " ")
    .replace(QUOTED_LINE, "\n")
    .replace(LETTER, "\n")
    .replace(HANDED_OVER, "\n")
    .replace(REPORTED, "\n")
    .replace(QUOTES, shortQuote);
}

function shortQuote(_whole: string, ...groups: unknown[]): string {
  const quoted = groups.find((group) => typeof group === "string" && group !== "");
  const inside = typeof quoted === "string" ? quoted : "";
  return inside.trim().split(/\s+/).length <= MOST_QUOTED_WORDS && !/[.!?]$/.test(inside) ? inside : " ";
}
