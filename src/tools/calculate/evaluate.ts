/** Recursive-descent evaluator of expressions. It generates no code. */
import { CONSTANTS, FUNCTIONS, factorial } from "./functions.ts";
import {
  add,
  CalculationError,
  divide,
  exact,
  multiply,
  type Num,
  negate,
  power,
  remainder,
} from "./number.ts";
import { type Token, tokenize } from "./tokens.ts";

type Evaluation = { ok: true; value: Num } | { ok: false; problem: string };

const MAX_DEPTH = 60;

export function evaluate(expression: string): Evaluation {
  try {
    return { ok: true, value: new Reader(tokenize(expression)).whole() };
  } catch (error) {
    if (error instanceof CalculationError) return { ok: false, problem: error.message };
    throw error;
  }
}

/** A value, and whether it was written as a percentage: `80 + 15%` adds 15 % of 80. */
interface Term {
  value: Num;
  percent: boolean;
}

class Reader {
  private readonly tokens: Token[];
  private at = 0;
  private depth = 0;

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  whole(): Num {
    const { value } = this.sum();
    const rest = this.tokens[this.at];
    if (rest)
      throw new CalculationError(`"${rest.text}" doesn't fit here. Is an operator missing before it?`);
    return value;
  }

  private sum(): Term {
    if (++this.depth > MAX_DEPTH) throw new CalculationError("The expression is nested too deeply.");
    let left = this.product();
    for (let sign = this.take("+", "-"); sign; sign = this.take("+", "-")) {
      const right = this.product();
      const part = right.percent && !left.percent ? multiply(left.value, right.value) : right.value;
      const value = add(left.value, sign === "-" ? negate(part) : part);
      left = { value, percent: left.percent && right.percent };
    }
    this.depth--;
    return left;
  }

  private product(): Term {
    let left = this.unary();
    for (let sign = this.factorSign(); sign; sign = this.factorSign()) {
      const right = this.unary().value;
      left = { value: combine(sign, left.value, right), percent: false };
    }
    return left;
  }

  private factorSign(): string | undefined {
    return this.take("*", "/", "of") ?? (this.startsOperand(1) ? this.take("%") : undefined);
  }

  private unary(): Term {
    const sign = this.take("-", "+");
    if (!sign) return this.percentage();
    if (++this.depth > MAX_DEPTH) throw new CalculationError("The expression is nested too deeply.");
    const { value, percent } = this.unary();
    this.depth--;
    return { value: sign === "-" ? negate(value) : value, percent };
  }

  private percentage(): Term {
    const value = this.power();
    const isPercent = !this.startsOperand(1) && this.take("%") !== undefined;
    return isPercent ? { value: divide(value, exact(100n)), percent: true } : { value, percent: false };
  }

  /** Right-associative, and stronger than a sign before it: -2^2 is -4. */
  private power(): Num {
    let base = this.operand();
    while (this.take("!")) base = factorial(base);
    return this.take("^") ? power(base, this.exponent()) : base;
  }

  private exponent(): Num {
    if (++this.depth > MAX_DEPTH) throw new CalculationError("The expression is nested too deeply.");
    const sign = this.take("-", "+");
    const value = this.power();
    this.depth--;
    return sign === "-" ? negate(value) : value;
  }

  private operand(): Num {
    const token = this.tokens[this.at++];
    if (!token) throw new CalculationError("The expression ends where a number was expected.");
    if (token.kind === "number") return token.value;
    if (token.kind === "name") return this.named(token.text);
    if (token.text !== "(") throw new CalculationError(`A number was expected instead of "${token.text}".`);
    const { value } = this.sum();
    this.expect(")");
    return value;
  }

  private named(name: string): Num {
    const fn = FUNCTIONS.get(name);
    if (!fn) return constant(name);
    this.expect("(");
    const args = this.arguments();
    if (args.length < fn.least || args.length > fn.most) {
      throw new CalculationError(`${name} takes ${arity(fn.least, fn.most)}, not ${args.length}.`);
    }
    return fn.apply(args);
  }

  private arguments(): Num[] {
    if (this.take(")")) return [];
    const args = [this.sum().value];
    while (this.take(",", ";")) args.push(this.sum().value);
    this.expect(")");
    return args;
  }

  private startsOperand(ahead: number): boolean {
    const token = this.tokens[this.at + ahead];
    return token !== undefined && (token.kind !== "sign" || token.text === "(");
  }

  private take(...signs: string[]): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== "sign" || !signs.includes(token.text)) return undefined;
    this.at++;
    return token.text;
  }

  private expect(sign: string): void {
    if (this.take(sign)) return;
    const found = this.tokens[this.at]?.text;
    throw new CalculationError(`"${sign}" was expected ${found ? `instead of "${found}"` : "at the end"}.`);
  }
}

function combine(sign: string, left: Num, right: Num): Num {
  if (sign === "/") return divide(left, right);
  return sign === "%" ? remainder(left, right) : multiply(left, right);
}

function constant(name: string): Num {
  const value = CONSTANTS.get(name);
  if (value) return value;
  throw new CalculationError(`"${name}" is not known. Functions: ${[...FUNCTIONS.keys()].join(", ")}.`);
}

function arity(least: number, most: number): string {
  if (least === most) return least === 1 ? "1 argument" : `${least} arguments`;
  return `${least} to ${most} arguments`;
}
