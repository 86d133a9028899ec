/** Formats a result: the exact number in full when it is short, with a note when it was rounded. */
import type { Exact, Num } from "./number.ts";
import { toDouble } from "./number.ts";

const MAX_SHOWN_DIGITS = 1000;
const MAX_FRACTION_DIGITS = 30;

export function format(value: Num): string {
  if (value.kind === "double") return String(Number(value.value.toPrecision(15)));
  if (value.d === 1n) return wholeNumber(value.n);
  return decimal(value) ?? `${fraction(value)}${Number(toDouble(value).toPrecision(15))}`;
}

function wholeNumber(n: bigint): string {
  const text = n.toString();
  if (text.length <= MAX_SHOWN_DIGITS) return text;
  return `${text.slice(0, 20)}... (${text.replace("-", "").length} digits)`;
}

/** The finite decimal of equal value, when there is a short one. */
function decimal({ n, d }: Exact): string | undefined {
  const scale = 10n ** BigInt(MAX_FRACTION_DIGITS);
  if ((n * scale) % d !== 0n) return undefined;
  const digits = ((n < 0n ? -n : n) * scale) / d;
  const text = digits.toString().padStart(MAX_FRACTION_DIGITS + 1, "0");
  const whole = text.slice(0, -MAX_FRACTION_DIGITS);
  if (whole.length > MAX_SHOWN_DIGITS) return undefined;
  return `${n < 0n ? "-" : ""}${whole}.${text.slice(-MAX_FRACTION_DIGITS).replace(/0+$/, "")}`;
}

function fraction({ n, d }: Exact): string {
  const text = `${n}/${d}`;
  return text.length <= 40 ? `${text}, about ` : "about ";
}
