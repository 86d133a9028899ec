/**
 * Recognises standing wishes and preferences in what a person says: by rules, for each language of the app, without a
 * model. Whoever is quoted, asked about or imagined wishes nothing here.
 */
import type { WishKind } from "../ports/model.ts";
import { ownSentences } from "./own-words.ts";
import { plainWords } from "./plain-words.ts";
import { ENGLISH } from "./rules/english.ts";
import { FRENCH } from "./rules/french.ts";
import { GERMAN } from "./rules/german.ts";
import type { WishRules } from "./rules/rules.ts";

export interface RecognisedWish {
  /** `lift`: it only ends an earlier one. */
  kind: WishKind | "lift";
  /** The person's own sentence. */
  words: string;
  /** Clause that says when it holds; empty: always. */
  condition: string;
}

const LANGUAGES: readonly WishRules[] = [ENGLISH, GERMAN, FRENCH];

/** Wishes in the order in which they were said. Linear in the length of the text. */
export function wishesIn(text: string): RecognisedWish[] {
  return ownSentences(text).flatMap((sentence) => {
    const plain = plainWords(sentence);
    for (const rules of LANGUAGES) {
      const found = wishIn(rules, sentence, plain);
      if (found !== undefined) return [{ ...found, words: sentence }];
    }
    return [];
  });
}

function wishIn(
  rules: WishRules,
  sentence: string,
  plain: string,
): Omit<RecognisedWish, "words"> | undefined {
  const bare = plain.replace(rules.opener, "");
  const rest = bare
    .replace(rules.lasting, " ")
    .replace(/\s+/g, " ")
    .replace(/^[ ,:]+/, "");
  if (rules.foreign.test(plain) || rules.once.test(rest)) return undefined;
  if (rules.lift.test(bare)) return { kind: "lift", condition: "" };
  const isAsked = /\?\s*$/.test(sentence) || rules.question.test(bare);
  if (isAsked && !rules.request.test(rest)) return undefined;
  if (!isAsked && rules.preference.test(bare)) return { kind: "preference", condition: "" };
  const condition = rules.when.exec(rest)?.[1]?.trim() ?? "";
  if (condition !== "") return conditional(rules, rest, condition);
  const isLasting = rules.lasting.test(bare);
  return isWish(rules, { sentence, isLasting, bare: asOrder(rules, bare), rest: asOrder(rules, rest) })
    ? { kind: "wish", condition: "" }
    : undefined;
}

/** A wish is an order before or behind the condition; other sentences only tell what happens then. */
function conditional(rules: WishRules, rest: string, condition: string) {
  const at = rest.indexOf(condition);
  const [before, behind] = [rest.slice(0, at), rest.slice(at + condition.length)];
  const orders = [before, behind].map((part) => asOrder(rules, part.replace(/^[ ,.:!]+|[ ,:]+$/g, "")));
  const isOrder = orders.some((part) => part !== "" && (rules.order.test(part) || rules.standing.test(part)));
  return isOrder ? { kind: "wish" as const, condition } : undefined;
}

function isWish(
  rules: WishRules,
  { sentence, isLasting, bare, rest }: { sentence: string; isLasting: boolean; bare: string; rest: string },
): boolean {
  if (rules.naming.test(sentence)) return true;
  if (isLasting && (rules.order.test(rest) || rules.noun.test(rest))) return true;
  return [bare, rest].some((part) => rules.standing.test(part) || rules.manner.test(part));
}

/** A polite question as the order that it is. */
function asOrder(rules: WishRules, text: string): string {
  return text
    .replace(rules.request, "")
    .replace(rules.opener, "")
    .replace(/\?\s*$/, "");
}
