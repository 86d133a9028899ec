/** Currencies of amounts: beside a number in somebody's words, and beside an amount in a call. */

const NAMES: Readonly<Record<string, string>> = {
  ...{ $: "usd", dollar: "usd", dollars: "usd", bucks: "usd" },
  ...{ "€": "eur", euro: "eur", euros: "eur" },
  ...{ "£": "gbp", pound: "gbp", pounds: "gbp" },
  ...{ "¥": "jpy", yen: "jpy" },
  ...{ "fr.": "chf", franc: "chf", francs: "chf", franken: "chf" },
};

/** Equal for each name of one currency: `eur` of "€". */
export function currencyCode(name: string): string {
  const plain = name.trim().toLowerCase();
  return NAMES[plain] ?? plain;
}

const CURRENCY = /^(?:.*_)?(?:currency|ccy|waehrung|devise|unit|asset)(?:_?code)?$/;

/** The currency that stands in the record of that amount, or around it. Undefined: the call names none. */
export function currencyBeside(input: unknown, path: string): string | undefined {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  let record: unknown = input;
  let found: string | undefined;
  for (const step of steps) {
    if (typeof record !== "object" || record === null) break;
    found = currencyIn(record) ?? found;
    record = (record as Record<string, unknown>)[step];
  }
  return found;
}

function currencyIn(record: object): string | undefined {
  const entry = Object.entries(record).find(
    ([key, value]) => typeof value === "string" && value !== "" && CURRENCY.test(snake(key)),
  );
  return entry && String(entry[1]);
}

function snake(key: string): string {
  return key
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}
