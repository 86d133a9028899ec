/**
 * Structured data (JSON-LD) of the product that a page sells. Only numbers and fixed words are taken, since readers
 * never see it.
 */
import { type Entity, entitiesOf, isOfType, lastOf } from "./structured.ts";

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
export function productFacts(entities: readonly Entity[]): string {
  const products = entities.filter((node) => isOfType(node, "product", "productgroup"));
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

/** Offers of the product and its variants, with those inside aggregate offers. */
function offersOf(product: Entity): Entity[] {
  const own = [product, ...entitiesOf(product["hasVariant"])].flatMap((each) => entitiesOf(each["offers"]));
  return own.flatMap((offer) => [offer, ...entitiesOf(offer["offers"])]);
}

function priceOf(offers: readonly Entity[]): string | undefined {
  const stated = offers.flatMap((offer) => [offer, ...entitiesOf(offer["priceSpecification"])]);
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

function availabilityOf(offers: readonly Entity[]): string | undefined {
  const words = offers.flatMap(({ availability }) =>
    typeof availability === "string" ? (AVAILABILITY.get(lastOf(availability)) ?? []) : [],
  );
  const all = [...new Set(words)];
  return all.length === 0 ? undefined : all.length === 1 ? all[0] : `${all.join(", ")} (by variant)`;
}

function ratingOf(value: unknown): string | undefined {
  const [rating] = entitiesOf(value);
  const [average] = numberOf(rating?.["ratingValue"]);
  if (rating === undefined || average === undefined) return undefined;
  const [best = 5] = numberOf(rating["bestRating"]);
  const [count] = [...numberOf(rating["reviewCount"]), ...numberOf(rating["ratingCount"])];
  return `${average} of ${best}${count === undefined ? "" : ` (${count})`}`;
}
