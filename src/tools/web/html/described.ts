/** Texts of the page in its structured data: they point at the content, and stand in for it where scripts would make it. */
import { type Entity, entitiesOf, isOfType } from "./structured.ts";

const TEXTS =
  "articleBody text description recipeInstructions recipeIngredient acceptedAnswer suggestedAnswer itemListElement".split(
    " ",
  );
const OF_CONTENT =
  "article newsarticle blogposting reportagenewsarticle techarticle recipe product productgroup question faqpage discussionforumposting jobposting event howto".split(
    " ",
  );
const MOST_TEXTS = 400;
const LONGEST = 200_000;
const DEEPEST = 4;

/** Texts in the order in which the data has them, without markup. */
export function describedTexts(entities: readonly Entity[]): string[] {
  const texts: string[] = [];
  for (const entity of entities) if (isOfType(entity, ...OF_CONTENT)) collect(entity, texts, 0);
  return [...new Set(texts)];
}

function collect(entity: Entity, texts: string[], depth: number): void {
  for (const name of TEXTS) {
    for (const value of [entity[name]].flat()) {
      if (texts.length >= MOST_TEXTS) return;
      if (typeof value === "string" && value.length <= LONGEST) texts.push(plain(value));
      else if (depth < DEEPEST) for (const inner of entitiesOf(value)) collect(inner, texts, depth + 1);
    }
  }
}

function plain(text: string): string {
  return text
    .replace(/<[^<>]{0,500}>/g, " ")
    .replace(/&(?:nbsp|#160);/g, " ")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}
