/** Functions and constants for expressions. */
import {
  add,
  CalculationError,
  divide,
  double,
  exact,
  gcd,
  multiply,
  type Num,
  negate,
  remainder,
  toDouble,
  whole,
} from "./number.ts";

interface Fn {
  least: number;
  most: number;
  apply(args: Num[]): Num;
}

const MAX_FACTORIAL = 1000n;

export const CONSTANTS: ReadonlyMap<string, Num> = new Map([
  ["pi", double(Math.PI)],
  ["tau", double(2 * Math.PI)],
  ["e", double(Math.E)],
  ["phi", double((1 + Math.sqrt(5)) / 2)],
]);

export const FUNCTIONS: ReadonlyMap<string, Fn> = new Map<string, Fn>([
  ...onDoubles(),
  ["sqrt", one((x) => root(x, 2))],
  ["cbrt", one((x) => root(x, 3))],
  ["abs", one((x) => (compare(x, ZERO()) < 0 ? negate(x) : x))],
  ["sign", one((x) => exact(BigInt(Math.sign(compare(x, ZERO())))))],
  ["floor", one((x) => rounded(x, "floor"))],
  ["ceil", one((x) => rounded(x, "ceil"))],
  ["trunc", one((x) => rounded(x, "trunc"))],
  ["round", { least: 1, most: 2, apply: ([x, digits]) => roundTo(of(x), digits) }],
  ["min", many((args) => args.reduce((a, b) => (compare(b, a) < 0 ? b : a)))],
  ["max", many((args) => args.reduce((a, b) => (compare(b, a) > 0 ? b : a)))],
  ["sum", many(total)],
  ["mean", many(mean)],
  ["avg", many(mean)],
  ["median", many(median)],
  ["mod", { least: 2, most: 2, apply: ([a, b]) => modulo(of(a), of(b)) }],
  ["gcd", many((args) => exact(args.map((x) => magnitude(x, "gcd")).reduce(gcd)))],
  ["lcm", many((args) => exact(args.map((x) => magnitude(x, "lcm")).reduce(leastMultiple)))],
  ["log", { least: 1, most: 2, apply: ([x, base]) => logarithm(of(x), base) }],
  ["hypot", many((args) => double(Math.hypot(...args.map(toDouble))))],
  ["fact", one(factorial)],
  ["ncr", { least: 2, most: 2, apply: ([n, k]) => chosen(of(n), of(k), true) }],
  ["npr", { least: 2, most: 2, apply: ([n, k]) => chosen(of(n), of(k), false) }],
]);

function onDoubles(): [string, Fn][] {
  const { exp, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, log2, log10 } = Math;
  const plain = { exp, ln: Math.log, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, log2, log10 };
  const angles = { deg: (x: number) => (x * 180) / Math.PI, rad: (x: number) => (x * Math.PI) / 180 };
  const unary = Object.entries({ ...plain, ...angles }).map(([name, f]): [string, Fn] => [
    name,
    one((x) => double(f(toDouble(x)))),
  ]);
  const atan2: Fn = {
    least: 2,
    most: 2,
    apply: ([y, x]) => double(Math.atan2(toDouble(of(y)), toDouble(of(x)))),
  };
  return [...unary, ["atan2", atan2]];
}

function one(apply: (x: Num) => Num): Fn {
  return { least: 1, most: 1, apply: ([x]) => apply(of(x)) };
}

function many(apply: (args: Num[]) => Num): Fn {
  return { least: 1, most: 200, apply };
}

/** Requires an argument; the parser has already checked their number. */
function of(x: Num | undefined): Num {
  if (!x) throw new CalculationError("An argument is missing.");
  return x;
}

function ZERO(): Num {
  return exact(0n);
}

function compare(a: Num, b: Num): number {
  if (a.kind === "double" || b.kind === "double") return toDouble(a) - toDouble(b);
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function rounded(x: Num, way: "floor" | "ceil" | "trunc"): Num {
  if (x.kind === "double") return double(Math[way](x.value));
  const truncated = x.n / x.d;
  const hasRest = x.n % x.d !== 0n;
  if (way === "floor" && hasRest && x.n < 0n) return exact(truncated - 1n);
  if (way === "ceil" && hasRest && x.n > 0n) return exact(truncated + 1n);
  return exact(truncated);
}

/** Rounds half away from zero, as people do. */
function roundTo(x: Num, digits: Num | undefined): Num {
  const places = digits ? whole(digits, "round") : 0n;
  if (places < -300n || places > 300n) throw new CalculationError("round takes -300 to 300 digits.");
  const scale = places < 0n ? exact(1n, 10n ** -places) : exact(10n ** places);
  const shifted = multiply(x, scale);
  const half = exact(compare(shifted, ZERO()) < 0 ? -1n : 1n, 2n);
  return divide(rounded(add(shifted, half), "trunc"), scale);
}

function total(args: Num[]): Num {
  return args.reduce(add);
}

function mean(args: Num[]): Num {
  return divide(total(args), exact(BigInt(args.length)));
}

function median(args: Num[]): Num {
  const sorted = [...args].sort(compare);
  const middle = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

/** The result has the sign of the divisor, unlike `%`. */
function modulo(a: Num, b: Num): Num {
  const rest = remainder(a, b);
  const differs = compare(rest, ZERO()) !== 0 && compare(rest, ZERO()) < 0 !== compare(b, ZERO()) < 0;
  return differs ? add(rest, b) : rest;
}

function magnitude(x: Num, name: string): bigint {
  const value = whole(x, name);
  return value < 0n ? -value : value;
}

function leastMultiple(a: bigint, b: bigint): bigint {
  return a === 0n || b === 0n ? 0n : (a / gcd(a, b)) * b;
}

function logarithm(x: Num, base: Num | undefined): Num {
  if (!base) return double(Math.log10(toDouble(x)));
  return double(Math.log(toDouble(x)) / Math.log(toDouble(base)));
}

/** Root of a number; exact for exact powers: sqrt(9/4) is 3/2. */
function root(x: Num, degree: 2 | 3): Num {
  const value = degree === 2 ? Math.sqrt(toDouble(x)) : Math.cbrt(toDouble(x));
  if (x.kind === "double") return double(value);
  const n = wholeRoot(x.n, degree);
  const d = wholeRoot(x.d, degree);
  return n !== undefined && d !== undefined ? exact(n, d) : double(value);
}

function wholeRoot(value: bigint, degree: 2 | 3): bigint | undefined {
  const size = value < 0n ? -value : value;
  if (value < 0n && degree === 2) return undefined;
  if (size > 10n ** 300n) return undefined;
  const guess = BigInt(Math.round(Number(size) ** (1 / degree)));
  const found = [guess - 1n, guess, guess + 1n].find((candidate) => candidate ** BigInt(degree) === size);
  return found === undefined || value >= 0n ? found : -found;
}

export function factorial(x: Num): Num {
  const n = whole(x, "Factorial");
  if (n < 0n || n > MAX_FACTORIAL) throw new CalculationError(`Factorial takes 0 to ${MAX_FACTORIAL}.`);
  return exact(product(1n, n));
}

function chosen(n: Num, k: Num, unordered: boolean): Num {
  const [all, some] = [whole(n, "ncr and npr"), whole(k, "ncr and npr")];
  if (some < 0n || some > all || all > 10_000n)
    throw new CalculationError("ncr and npr take 0 <= k <= n <= 10000.");
  const arranged = product(all - some + 1n, all);
  return unordered ? exact(arranged, product(1n, some)) : exact(arranged);
}

function product(from: bigint, to: bigint): bigint {
  let result = 1n;
  for (let factor = from; factor <= to; factor++) result *= factor;
  return result;
}
