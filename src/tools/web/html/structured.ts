/** Structured data (JSON-LD) of a page. Readers never see it: take only fixed words and numbers from it, or what the page shows too. */
import { parseJson } from "../../../platform/json.ts";
import { type Element, elementsNamed, textOf } from "./tree.ts";

/** Limit in characters of one JSON-LD script, and of all on a page. */
const LARGEST = 300_000;
const MOST_SCRIPTS = 20;
const MOST_NODES = 5_000;

export type Entity = Readonly<Record<string, unknown>>;

/** Top-level entities of the page. Nested ones, such as similar products, are not the page's own. */
export function entitiesIn(root: Element): Entity[] {
  const found: Entity[] = [];
  const scripts = elementsNamed(root, "script").filter(
    ({ attributes }) => attributes["type"] === "application/ld+json",
  );
  for (const script of scripts.slice(0, MOST_SCRIPTS)) {
    const text = textOf(script);
    for (const entity of entitiesOf(text.length > LARGEST ? undefined : parseJson(text))) {
      found.push(entity, ...entitiesOf(entity["@graph"]), ...entitiesOf(entity["mainEntity"]));
    }
  }
  return found;
}

/** The entities of one property: none, one or several. */
export function entitiesOf(value: unknown): Entity[] {
  const all = Array.isArray(value) ? value.slice(0, MOST_NODES) : [value];
  return all.filter(
    (each): each is Entity => typeof each === "object" && each !== null && !Array.isArray(each),
  );
}

export function isOfType(entity: Entity, ...types: string[]): boolean {
  const own = [entity["@type"]].flat();
  return own.some((type) => typeof type === "string" && types.includes(lastOf(type)));
}

/** Last segment of a name, in lower case: `instock` of `https://schema.org/InStock`. */
export function lastOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1).toLowerCase();
}
