/** Restores a backup into an empty instance, and compares what is there then with what was meant. */
import { mustOnlyAdd } from "./later-migrations.mjs";
import { isThere, writeObject } from "./objects.mjs";
import { inPool } from "./pool.mjs";
import { contentOf } from "./sample.mjs";
import { bytesOf, rowsIn } from "./tables.mjs";

/** @typedef {import("./archive/archive.mjs").Archive} Archive */
/** @typedef {import("./archive/manifest.mjs").Manifest} Manifest */
/** @typedef {import("./archive/manifest.mjs").TablePart} TablePart */
/** @typedef {import("./source.mjs").Source} Source */

const AT_ONCE = 6;
/** Rows that a call brings. */
const ROWS = 1_000;

/**
 * @typedef {object} Order
 * @property {Source} source
 * @property {Archive} archive
 * @property {Manifest} manifest
 * @property {(line: string) => void} say
 * @property {boolean} [isTrial] the instance is thrown away: it never begins anything by itself
 */

/**
 * @param {Order} order
 * @returns {Promise<{rows: number, objects: number, conversations: number, problems: string[]}>}
 */
export async function restoreBackup(order) {
  const { source, manifest, say } = order;
  mustOnlyAdd(manifest);
  const tables = manifest.tables.map(({ name, columns }) => ({ name, columns }));
  const { id } = await source.ask("POST /restores", { migrations: manifest.migrations, tables });
  say(`Writing ${manifest.tables.length} tables ...`);
  await inPool(manifest.tables, AT_ONCE, (table) => writeTable(order, id, table));
  say(`Writing ${manifest.objects.length} files and records ...`);
  await inPool(manifest.objects, AT_ONCE, (object) =>
    writeObject(source, order.archive, { run: id, object }),
  );
  say("Comparing tables and files ...");
  const problems = [...(await compareTables(order, id)), ...(await compareObjects(order))];
  say("Building conversations ...");
  const built = await source.walk(`/restores/${id}/conversations`, {});
  problems.push(...built.failed.map((each) => `The conversation ${each} could not be built.`));
  problems.push(...(await compareSamples(order)));
  if (!order.isTrial) await goOn(order, id);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, objects: manifest.objects.length, conversations: built.conversations, problems };
}

/**
 * Ends the restore: the instance begins to run schedules and jobs.
 * @param {Order} order
 * @param {string} id
 */
async function goOn(order, id) {
  for (const schedules of await schedulesIn(order))
    await order.source.again(`PUT /restores/${id}/schedules`, schedules);
  await order.source.ask(`DELETE /restores/${id}`);
}

/**
 * @param {Order} order
 * @param {string} id
 * @param {TablePart} table
 */
async function writeTable({ source, archive }, id, { name, columns, pages }) {
  const table = { name, columns };
  /** @type {import("./source.mjs").NumberedRow[]} */
  let rows = [];
  const send = async () => {
    if (rows.length > 0) await source.again(`POST /restores/${id}/rows`, { table, rows });
    rows = [];
  };
  for (const { blob } of pages) {
    rows.push(...rowsIn(await archive.get(blob)));
    if (rows.length >= ROWS) await send();
  }
  await send();
}

/**
 * Reads every row back.
 * @param {Order} order
 * @param {string} id
 * @returns {Promise<string[]>}
 */
async function compareTables({ source, archive, manifest }, id) {
  const found = await inPool(manifest.tables, AT_ONCE, async (table) => {
    const wanted = new Map(table.pages.map(({ span, blob }) => [span, blob]));
    for await (const { span, rows } of source.pages(id, table.name)) {
      if (rows.length === 0) continue;
      if (archive.nameOf(bytesOf(rows)) !== wanted.get(span)) return [`The table ${table.name} differs.`];
      wanted.delete(span);
    }
    return wanted.size === 0 ? [] : [`The table ${table.name} lacks rows.`];
  });
  return found.flat();
}

/**
 * @param {Order} order
 * @returns {Promise<string[]>}
 */
async function compareObjects({ source, archive, manifest }) {
  const found = await inPool(manifest.objects, AT_ONCE, async (object) =>
    (await isThere(source, archive, object)) ? [] : [`The object ${object.key} differs.`],
  );
  return found.flat();
}

/**
 * @param {Order} order
 * @returns {Promise<string[]>}
 */
async function compareSamples({ source, archive, manifest }) {
  const problems = [];
  for (const { id, messages } of manifest.samples) {
    const found = await contentOf(source, archive, id).catch((error) => String(error));
    if (found !== messages) problems.push(`The conversation ${id} reads differently.`);
  }
  return problems;
}

/**
 * @param {Order} order
 * @returns {Promise<object[]>}
 */
async function schedulesIn({ archive, manifest }) {
  return JSON.parse(new TextDecoder().decode(await archive.get(manifest.schedules)));
}
