/** Numbers: an exact fraction as long as possible, then a double. */

export interface Exact {
  kind: "exact";
  /** Numerator and denominator in lowest terms; the denominator is positive. */
  n: bigint;
  d: bigint;
}

export type Num = Exact | { kind: "double"; value: number };

/** Error in an expression; its message tells the model how to correct it. */
export class CalculationError extends Error {}

/** Digits beyond which an exact result is not worth its cost. */
const MAX_DIGITS = 5000;
/** Limit for denominators: each step reduces the fraction, which takes time quadratic in its length. */
const MAX_DENOMINATOR_DIGITS = 1000;

export function exact(n: bigint, d = 1n): Num {
  if (d === 0n) throw new CalculationError("Division by zero.");
  const divisor = gcd(n < 0n ? -n : n, d < 0n ? -d : d) || 1n;
  const sign = d < 0n ? -1n : 1n;
  return { kind: "exact", n: (sign * n) / divisor, d: (sign * d) / divisor };
}

export function double(value: number): Num {
  if (Number.isNaN(value)) throw new CalculationError("The result is not a real number.");
  if (!Number.isFinite(value)) throw new CalculationError("The result is too large.");
  return { kind: "double", value };
}

export function toDouble(x: Num): number {
  if (x.kind === "double") return x.value;
  const direct = Number(x.n) / Number(x.d);
  return (Number.isFinite(direct) && direct !== 0) || x.n === 0n ? direct : scaled(x);
}

/** Binary digits to which a quotient is computed: more than a double holds. */
const QUOTIENT_BITS = 80;

/** Converts a fraction whose parts exceed a double although their ratio may not. */
function scaled({ n, d }: Exact): number {
  const size = n < 0n ? -n : n;
  const shift = QUOTIENT_BITS - (bits(size) - bits(d));
  const quotient = shift >= 0 ? (size << BigInt(shift)) / d : size / (d << BigInt(-shift));
  // In two steps: the power alone may exceed a double where the result does not.
  const half = Math.trunc(shift / 2);
  const value = Number(quotient) * 2 ** -half * 2 ** (half - shift);
  return n < 0n ? -value : value;
}

export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function add(a: Num, b: Num): Num {
  if (a.kind === "double" || b.kind === "double") return double(toDouble(a) + toDouble(b));
  return bounded(exact(a.n * b.d + b.n * a.d, a.d * b.d));
}

export function negate(a: Num): Num {
  return a.kind === "double" ? double(-a.value) : { kind: "exact", n: -a.n, d: a.d };
}

export function multiply(a: Num, b: Num): Num {
  if (a.kind === "double" || b.kind === "double") return double(toDouble(a) * toDouble(b));
  return bounded(exact(a.n * b.n, a.d * b.d));
}

export function divide(a: Num, b: Num): Num {
  if (toDouble(b) === 0 && (b.kind === "double" || b.n === 0n))
    throw new CalculationError("Division by zero.");
  if (a.kind === "double" || b.kind === "double") return double(toDouble(a) / toDouble(b));
  return bounded(exact(a.n * b.d, a.d * b.n));
}

/** The remainder has the sign of the dividend. */
export function remainder(a: Num, b: Num): Num {
  if (a.kind === "double" || b.kind === "double") {
    if (toDouble(b) === 0) throw new CalculationError("Division by zero.");
    return double(toDouble(a) % toDouble(b));
  }
  if (b.n === 0n) throw new CalculationError("Division by zero.");
  const quotient = (a.n * b.d) / (a.d * b.n);
  return bounded(exact(a.n * b.d - quotient * b.n * a.d, a.d * b.d));
}

export function power(base: Num, exponent: Num): Num {
  const whole = exponent.kind === "exact" && exponent.d === 1n ? exponent.n : undefined;
  if (base.kind === "exact" && whole !== undefined) return exactPower(base, whole);
  return double(toDouble(base) ** toDouble(exponent));
}

function exactPower(base: Exact, exponent: bigint): Num {
  const size = exponent < 0n ? -exponent : exponent;
  if (base.n === 0n && exponent < 0n) throw new CalculationError("Division by zero.");
  if (base.d === 1n && (base.n === 0n || base.n === 1n)) return exponent === 0n ? exact(1n) : base;
  if (base.d === 1n && base.n === -1n) return exact(size % 2n === 0n ? 1n : -1n);
  const digits = Math.max(bits(base.n), bits(base.d)) * 0.30103 * Number(size);
  if (digits > MAX_DIGITS) return double(toDouble(base) ** Number(exponent));
  return exponent < 0n ? exact(base.d ** size, base.n ** size) : exact(base.n ** size, base.d ** size);
}

function bounded(value: Num): Num {
  if (value.kind === "double") return value;
  const isTooLong = digitsOf(value.n) > 2 * MAX_DIGITS || digitsOf(value.d) > MAX_DENOMINATOR_DIGITS;
  return isTooLong ? double(toDouble(value)) : value;
}

/** Upper bound on the number of digits, a few too high. */
function digitsOf(value: bigint): number {
  return bits(value) * 0.30103;
}

function bits(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

/** Returns the integer, or throws an error that names the function that needs one. */
export function whole(x: Num, name: string): bigint {
  if (x.kind === "exact" && x.d === 1n) return x.n;
  if (x.kind === "double" && Number.isSafeInteger(x.value)) return BigInt(x.value);
  throw new CalculationError(`${name} needs whole numbers.`);
}
