/**
 * Structured data (JSON-LD) of the product that a page sells. Only numbers and fixed words are taken, since readers
 * never see it.
 */
import { parseJson } from "../../../platform/json.ts";
import { type Element, elementsIn, textOf } from "./tree.ts";

/** Limit in characters of one JSON-LD script, and of all on a page. */
const LARGEST = 300_000;
const MOST_SCRIPTS = 20;
const MOST_NODES = 5_000;

type Node = Readonly<Record<string, unknown>>;

const AVAILABILITY: ReadonlyMap<string, string> = new Map([
  ["instock", "in stock"],
  ["onlineonly", "in stock, online only"],
  ["instoreonly", "in shops only"],
  ["limitedavailability", "few left"],
  ["outofstock", "out of stock"],
  ["soldout", "sold out"],
  ["backorder", "on back order"],
  ["preorder", "to be ordered in advance"],
  ["presale", "to be ordered in advance"],
  ["discontinued", "no longer made"],
]);

/** Price, availability and rating of the product, a line each. Empty when the page sells nothing, or several things. */
export function productFacts(root: Element): string {
  const products = descriptionsIn(root).filter((node) => isOfType(node, "product", "productgroup"));
  const [product] = products;
  if (product === undefined || products.length > 1) return "";
  const offers = offersOf(product);
  const facts = [
    ["Price", priceOf(offers)],
    ["Availability", availabilityOf(offers)],
    ["Rating", ratingOf(product["aggregateRating"])],
  ] as const;
  return facts.flatMap(([name, fact]) => (fact === undefined ? [] : [`**${name}:** ${fact}`])).join("\n");
}

/** Top-level entities of the page. Nested ones, such as similar products, are not the page's own. */
function descriptionsIn(root: Element): Node[] {
  const found: Node[] = [];
  for (const script of scriptsIn(root).slice(0, MOST_SCRIPTS)) {
    const text = textOf(script);
    for (const node of nodesIn(text.length > LARGEST ? undefined : parseJson(text))) {
      found.push(node, ...nodesIn(node["@graph"]), ...nodesIn(node["mainEntity"]));
    }
  }
  return found;
}

function scriptsIn(node: Element): Element[] {
  return elementsIn(node).flatMap((child) => {
    const isDescription = child.name === "script" && child.attributes["type"] === "application/ld+json";
    return isDescription ? [child] : scriptsIn(child);
  });
}

function nodesIn(value: unknown): Node[] {
  const all = Array.isArray(value) ? value.slice(0, MOST_NODES) : [value];
  return all.filter(
    (each): each is Node => typeof each === "object" && each !== null && !Array.isArray(each),
  );
}

function isOfType(node: Node, ...types: string[]): boolean {
  const own = [node["@type"]].flat();
  return own.some((type) => typeof type === "string" && types.includes(lastOf(type)));
}

/** Last segment of a name, in lower case: `instock` of `https://schema.org/InStock`. */
function lastOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1).toLowerCase();
}

/** Offers of the product and its variants, with those inside aggregate offers. */
function offersOf(product: Node): Node[] {
  const own = [product, ...nodesIn(product["hasVariant"])].flatMap((each) => nodesIn(each["offers"]));
  return own.flatMap((offer) => [offer, ...nodesIn(offer["offers"])]);
}

function priceOf(offers: readonly Node[]): string | undefined {
  const stated = offers.flatMap((offer) => [offer, ...nodesIn(offer["priceSpecification"])]);
  const prices = stated.flatMap(({ price, lowPrice, highPrice }) =>
    [price, lowPrice, highPrice].flatMap(numberOf),
  );
  const currency = stated.map(({ priceCurrency }) => priceCurrency).find(isCurrency);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length === 0 || currency === undefined) return undefined;
  return least === most
    ? `${inMoney(least)} ${currency}`
    : `${inMoney(least)} to ${inMoney(most)} ${currency}`;
}

function isCurrency(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z]{3}$/.test(value);
}

function inMoney(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

function numberOf(value: unknown): number[] {
  const isNumber =
    typeof value === "number" || (typeof value === "string" && /^\d{1,12}(?:\.\d{1,6})?$/.test(value));
  return isNumber && Number.isFinite(Number(value)) ? [Number(value)] : [];
}

function availabilityOf(offers: readonly Node[]): string | undefined {
  const words = offers.flatMap(({ availability }) =>
    typeof availability === "string" ? (AVAILABILITY.get(lastOf(availability)) ?? []) : [],
  );
  const all = [...new Set(words)];
  return all.length === 0 ? undefined : all.length === 1 ? all[0] : `${all.join(", ")} (by variant)`;
}

function ratingOf(value: unknown): string | undefined {
  const [rating] = nodesIn(value);
  const [average] = numberOf(rating?.["ratingValue"]);
  if (rating === undefined || average === undefined) return undefined;
  const [best = 5] = numberOf(rating["bestRating"]);
  const [count] = [...numberOf(rating["reviewCount"]), ...numberOf(rating["ratingCount"])];
  return `${average} of ${best}${count === undefined ? "" : ` (${count})`}`;
}
