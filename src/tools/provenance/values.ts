/** Values in a call's input, and their comparison. */
import { digitsOf, hasLookalikes, normalWords } from "../../domain/provenance/normal-form.ts";

export interface Leaf {
  /** `to[0]` */
  path: string;
  /** Name of the argument, or of the list that holds the value. */
  key: string;
  value: string;
}

const MOST = 200;
const DEEPEST = 8;

/** The texts and numbers of an input. */
export function leavesOf(input: unknown): Leaf[] {
  return collect(input, { path: "", key: "" }, 0).slice(0, MOST);
}

function collect(value: unknown, at: Omit<Leaf, "value">, depth: number): Leaf[] {
  if (typeof value === "string" || typeof value === "number") return [{ ...at, value: String(value) }];
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value))
    return value.flatMap((each, index) => collect(each, { ...at, path: `${at.path}[${index}]` }, depth + 1));
  return Object.entries(value).flatMap(([key, each]) =>
    collect(each, { key, path: at.path === "" ? key : `${at.path}.${key}` }, depth + 1),
  );
}

/** Equal whatever the case, spaces, scheme or separators. */
export function isSameValue(one: string, other: string): boolean {
  if (hasLookalikes(one) || hasLookalikes(other)) return one === other;
  const [a, b] = [plain(one), plain(other)];
  if (a === "" || b === "") return false;
  return a === b || (isNumeric(a) && isNumeric(b) && digitsOf(a) === digitsOf(b));
}

function plain(value: string): string {
  return normalWords(value).replace(/^(?:https?:\/\/|mailto:)/, "");
}

function isNumeric(value: string): boolean {
  return /^\+?[\d.,'’ ()/-]*\d[\d.,'’ ()/-]*$/.test(value);
}
