/** Prints the stored forms of a conversation as JSON. Needs a Node that runs TypeScript. */
import { CONVERSATION } from "../../../durable-objects/conversation/rows/schema/schema.ts";
import { migrations } from "../../../durable-objects/sql/migrations.ts";

/** @typedef {import("../../../durable-objects/sql/column.ts").Column} Column */
/** @typedef {import("../../../durable-objects/sql/table.ts").Table} Table */

/** @param {Column} column */
function description({ type, isKey, isNullable, constraint, addedIn, fallback }) {
  const words = [type, isKey ? "KEY" : isNullable ? "NULL" : "NOT NULL", constraint];
  if (addedIn > 0 && !isNullable) words.push(`DEFAULT ${JSON.stringify(fallback)}`);
  return words.filter(Boolean).join(" ");
}

/**
 * Entries by name, each with its first version and its type.
 * @param {Table} table
 * @returns {[string, string][]}
 */
function entriesOf({ name, since, columns, indexes }) {
  return [
    ...Object.entries(columns).map(([column, one]) => {
      return /** @type {[string, string]} */ ([
        `${name}.${column}`,
        `${one.addedIn || since} ${description(one)}`,
      ]);
    }),
    ...indexes.map((index) => {
      return /** @type {[string, string]} */ ([
        `index ${index.name}`,
        `${index.since ?? since} ${name} ${index.on}`,
      ]);
    }),
  ];
}

const { version, tables, corrections, commits } = CONVERSATION;
const stored = [migrations, ...tables].flatMap(entriesOf);
const corrected = corrections.map(({ since, statement }) => [`correction ${statement}`, String(since)]);
const view = commits.making.join("\n");
process.stdout.write(
  JSON.stringify({ version, view, stored: Object.fromEntries([...stored, ...corrected]) }),
);
