/** Fields of a structured answer, each with the records around it. */

export interface Field {
  /** `items[2].email` */
  path: string;
  /** Name of the field, or of the list that holds the value. */
  key: string;
  value: string;
  /** Innermost record first. */
  records: readonly object[];
  /** Every list around it has one entry, and no other stands beside them: there was nothing to choose from. */
  is_only: boolean;
}

const MOST = 2_000;
const DEEPEST = 12;

interface Place {
  path: string;
  key: string;
  records: readonly object[];
  is_only: boolean;
  depth: number;
}

const ROOT: Place = { path: "", key: "", records: [], is_only: true, depth: 0 };

export function fieldsOf(value: unknown): Field[] {
  const found: Field[] = [];
  collect(value, ROOT, found);
  return found;
}

function collect(value: unknown, place: Place, found: Field[]): void {
  if (found.length >= MOST || place.depth > DEEPEST) return;
  if (typeof value === "string" || typeof value === "number") {
    const { depth: _depth, ...rest } = place;
    found.push({ ...rest, value: String(value) });
  } else if (Array.isArray(value)) {
    const is_only = place.is_only && value.length === 1;
    for (const [index, each] of value.entries())
      collect(each, { ...place, is_only, path: `${place.path}[${index}]`, depth: place.depth + 1 }, found);
  } else if (typeof value === "object" && value !== null) collectRecord(value, place, found);
}

function collectRecord(record: object, { path, records, is_only, depth }: Place, found: Field[]): void {
  const entries = Object.entries(record);
  const isAlone = is_only && entries.filter(([, each]) => holdsRecord(each)).length <= 1;
  for (const [key, each] of entries) {
    const at = path === "" ? key : `${path}.${key}`;
    const place = { path: at, key, is_only: holdsRecord(each) ? isAlone : is_only, depth: depth + 1 };
    collect(each, { ...place, records: [record, ...records] }, found);
  }
}

function holdsRecord(value: unknown): boolean {
  return Array.isArray(value) ? value.some(holdsRecord) : typeof value === "object" && value !== null;
}

/** Names of fields, at any depth: whoever fills an answer may name them too. */
export function keysOf(value: unknown, depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap((each) => keysOf(each, depth + 1))].slice(0, MOST);
}

/** Parses JSON that is an object or a list; undefined: it is neither. */
export function structureOf(text: string): object | undefined {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return undefined;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The short values of a record itself, by which people name it. */
export function labelsOf(record: object): { key: string; value: string }[] {
  if (Array.isArray(record)) return [];
  return Object.entries(record).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each: unknown) =>
      typeof each === "string" || typeof each === "number" ? { key, value: String(each) } : [],
    ),
  );
}
