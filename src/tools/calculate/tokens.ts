/**
 * Tokenizer: splits an expression into numbers, names and operators, and maps people's operators (×, ÷, −, **) to ours.
 */
import { CalculationError, exact, type Num } from "./number.ts";

export type Token =
  | { kind: "number"; text: string; value: Num }
  | { kind: "name"; text: string }
  | { kind: "sign"; text: string };

const TOKEN =
  /\s*(?:(0[xX][\da-fA-F]+|0[bB][01]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-zπτφ][\w]*)|(\*\*|[-+*/%^!(),;×·÷−]))/y;
const SAME = new Map(Object.entries({ "**": "^", "×": "*", "·": "*", "÷": "/", "−": "-" }));
const GREEK = new Map(Object.entries({ π: "pi", τ: "tau", φ: "phi" }));
const MAX_EXPONENT = 2000;

export function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  const text = expression.trimEnd().replace(/\s*=\s*$/, "");
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match)
      throw new CalculationError(`"${text.slice(from).trim().slice(0, 20)}" can't be read as arithmetic.`);
    tokens.push(tokenOf(match));
  }
  return tokens;
}

function tokenOf([, number, name, sign]: RegExpExecArray): Token {
  if (number !== undefined) return { kind: "number", text: number, value: parseNumber(number) };
  if (name !== undefined) return wordToken(GREEK.get(name) ?? name.toLowerCase());
  const text = sign ?? "";
  return { kind: "sign", text: SAME.get(text) ?? text };
}

function wordToken(text: string): Token {
  return { kind: text === "of" ? "sign" : "name", text };
}

function parseNumber(text: string): Num {
  if (/^0[xXbB]/.test(text)) return exact(BigInt(text));
  const [mantissa = "", exponent = "0"] = text.replaceAll("_", "").toLowerCase().split("e");
  const [integer = "", fraction = ""] = mantissa.split(".");
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > MAX_EXPONENT) throw new CalculationError(`${text} is out of range.`);
  const digits = BigInt(`${integer}${fraction}` || "0");
  return shift < 0 ? exact(digits, 10n ** BigInt(-shift)) : exact(digits * 10n ** BigInt(shift));
}
