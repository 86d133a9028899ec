/**
 * Parses the body of a tag as people and models write it: one field per line, and the longest one as free
 * text.
 */

interface Shape {
  /** The free-text field: takes all lines up to the next field, and lines without a name. */
  long: string;
  /** Fields with several values, separated by commas. */
  lists: readonly string[];
  others: readonly string[];
  /** Aliases of fields. */
  also: Readonly<Record<string, string>>;
}

const AGENT: Shape = {
  long: "instructions",
  lists: ["models", "skills", "keywords"],
  others: ["slug", "name", "role", "fast_model", "memory", "spend_per_month_usd", "client"],
  also: { model: "models", prompt: "instructions", system_prompt: "instructions", description: "role" },
};
const SCHEDULE: Shape = {
  long: "text",
  lists: [],
  others: ["name", "cron", "every_minutes", "time_zone", "agent", "missed", "runs_in"],
  also: {
    prompt: "text",
    task: "text",
    message: "text",
    schedule: "cron",
    expression: "cron",
    timezone: "time_zone",
    interval: "every_minutes",
    every: "every_minutes",
    frequency: "every_minutes",
  },
};
const CLIENT: Shape = {
  long: "notes",
  lists: [],
  others: ["slug", "name", "kind", "spend_per_day_usd", "spend_per_month_usd"],
  also: { note: "notes", description: "notes", type: "kind", budget: "spend_per_month_usd" },
};

const SHAPES: Readonly<Record<string, Shape>> = {
  CREATE_AGENT: AGENT,
  UPDATE_AGENT: AGENT,
  CREATE_CRON: SCHEDULE,
  CREATE_HEARTBEAT: SCHEDULE,
  CREATE_CLIENT: CLIENT,
  UPDATE_CLIENT: CLIENT,
};

/** Tags whose result has a slug. */
const NAMED: readonly string[] = ["CREATE_AGENT", "CREATE_CLIENT"];

const LINE = /^\s*(?:[-*] )?\**([A-Za-z][A-Za-z _-]{0,30}?)\**\s*:\**(?:\s+(.*))?$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Undefined when the tag has no fields, or the body is empty. */
export function fieldsInText(tag: string, body: string): Record<string, unknown> | undefined {
  const shape = SHAPES[tag];
  if (shape === undefined || body.trim() === "") return undefined;
  const found = gathered(shape, body);
  const fields = Object.fromEntries(
    [...found].map(([name, lines]) => [name, fieldValue(shape, name, lines)]),
  );
  return named(tag, fields);
}

function gathered(shape: Shape, body: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const known = new Set([shape.long, ...shape.lists, ...shape.others]);
  let current = shape.long;
  for (const line of body.split("\n")) {
    const [, label = "", rest = ""] = LINE.exec(line) ?? [];
    const word = label.trim().toLowerCase().replace(/[ -]+/g, "_");
    const name = shape.also[word] ?? word;
    // A line of free text may begin with any other word and a colon.
    if (known.has(name) && !found.has(name)) {
      current = name;
      found.set(name, rest === "" ? [] : [rest]);
    } else {
      if (current !== shape.long && !isItem(line, found.get(current) ?? [])) current = shape.long;
      put(found, current, line);
    }
    // Only the free text spans lines, and lists with one item per line.
    if (current !== shape.long && !shape.lists.includes(current)) current = shape.long;
  }
  return found;
}

const BULLET = /^\s*[-*•] /;
const LONGEST_ITEM = 60;

/** Whether the line goes on with the list: its items stand on their own lines alike, or the line before ends with a comma. */
function isItem(line: string, before: readonly string[]): boolean {
  const last = before.at(-1);
  if (last === undefined) return line.trim() === "" || BULLET.test(line) || isShort(line);
  if (last.trim() === "") return before.every((other) => other.trim() === "") && isItem(line, []);
  if (last.trimEnd().endsWith(",")) return line.trim() !== "";
  // A list on the field's own line is whole: there the first entry is not a line of the body.
  return before.length > 0 && BULLET.test(last) && BULLET.test(line);
}

/** A sentence is no item. */
function isShort(line: string): boolean {
  const text = line.trim();
  return text.length <= LONGEST_ITEM && !/[.!?:]$/.test(text);
}

function put(found: Map<string, string[]>, name: string, line: string): void {
  const lines = found.get(name);
  if (lines) lines.push(line);
  else if (line.trim() !== "") found.set(name, [line]);
}

function fieldValue({ lists }: Shape, name: string, lines: readonly string[]): unknown {
  const text = lines.join("\n").trim();
  if (lists.includes(name)) return listOf(text);
  if (name === "every_minutes") return minutesOf(text) ?? text;
  return NUMBER.test(text) ? Number(text) : text;
}

const SPAN = /^(?:every\s+)?(\d+(?:\.\d+)?)?\s*(m|min|mins|minutes?|h|hours?)?$/i;

/** Parses `15`, `30 minutes`, `2h`, `every hour`; undefined for anything else. */
function minutesOf(text: string): number | undefined {
  const [matched, count = "1", unit = "m"] = SPAN.exec(text.trim()) ?? [];
  if (!matched?.trim()) return undefined;
  return Number(count) * (unit.toLowerCase().startsWith("h") ? 60 : 1);
}

function listOf(text: string): string[] {
  const bare = text.replace(/^\[(.*)\]$/s, "$1");
  const items = bare.split(/[,\n]/).map((item) =>
    item
      .replace(/^\s*[-*•] /, "")
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2"),
  );
  return items.filter((item) => item !== "");
}

/** Derives the slug from the name, for an agent or client given by name only. */
function named(tag: string, fields: Record<string, unknown>): Record<string, unknown> {
  if (!NAMED.includes(tag) || "slug" in fields || typeof fields["name"] !== "string") return fields;
  const slug = fields["name"]
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return slug === "" ? fields : { slug, ...fields };
}
