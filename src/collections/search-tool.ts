/** The `collection_search` tool: asks the collections that the turn may reach. */
import { z } from "zod";
import type { Tool, ToolContext } from "../agent/ports/tool.ts";
import type { ReadText } from "../agent/sources/number.ts";
import { oneLine } from "../domain/text/hidden-text.ts";
import type { LongTermMemory } from "../memory/create-memory.ts";
import type { SearchHit } from "../memory/search/hit.ts";
import { defineTool, toolError, trustedResult } from "../tools/define-tool.ts";
import { type Collection, isPage } from "./collection.ts";
import { documentText } from "./document-text.ts";
import type { CollectionStore, LargeTables } from "./ports.ts";
import { type FoundTableRow, rowsThatFit } from "./search-tables.ts";

interface SearchDeps {
  store: Pick<CollectionStore, "reachable">;
  memory: Pick<LongTermMemory, "search" | "passages">;
  /** Tables whose rows are not all in the index. */
  tables: LargeTables;
}

const Input = z.object({
  query: z.string().min(1).max(2_000).describe("A question or words, as a person would ask."),
  collection: z.string().max(200).optional().describe("Name of one collection; absent: all of them."),
  limit: z.number().int().min(1).max(20).default(6),
});

export function createCollectionSearch({ store, memory, tables }: SearchDeps): Tool {
  return defineTool({
    name: "collection_search",
    description:
      "Search the knowledge collections that are shared with you: documents and websites that a person put together. Each result names its document, its address if it is a web page, lines and page; cite them in your answer, and search again with other words for more.",
    schema: Input,
    effect: "read",
    reach: "inside",
    async run({ query, collection, limit }, context) {
      const all = await store.reachable(askingOf(context));
      const asked = collection === undefined ? all : all.filter(({ name }) => isNamed(name, collection));
      if (asked.length === 0) return toolError(noneWords(all));
      const inTables = tableRows(tables, asked, { query, limit });
      const found = await Promise.all(
        asked.map(async (of) => {
          const { signal } = context;
          const hits = await memory.search({ owner: of.id, scopes: ["person"], query, limit, signal });
          return hits.map((hit) => ({ of, hit, relevance: hit.relevance() }));
        }),
      );
      const best = found.flat().sort((a, b) => b.relevance - a.relevance);
      const rows = await inTables;
      if (best.length === 0 && rows.length === 0)
        return trustedResult(`Nothing in ${asked.map(({ name }) => name).join(", ")} matches.`);
      const shown = best.slice(0, limit);
      const content = [
        ...shown.map((one, at) => line(one, at + 1)),
        ...rows.map((row, at) => rowLine(row, shown.length + at + 1)),
      ].join("\n");
      const sources = [...(await textsOf(memory, context.owner, shown)), ...rows.map(rowText)];
      return { ok: true, content, trust: "untrusted", sources };
    },
  });
}

/** Rows of large tables, the best of each table. */
async function tableRows(
  tables: LargeTables,
  asked: readonly Collection[],
  { query, limit }: { query: string; limit: number },
): Promise<FoundTableRow[]> {
  const large = await tables.in(asked);
  const most = Math.max(1, Math.ceil(limit / Math.max(1, large.length)));
  const found: FoundTableRow[] = [];
  // One after the other: each takes time to read.
  for (const table of large) found.push(...(await rowsThatFit(table, { query, limit: most })));
  return found;
}

function rowLine({ table, number, text }: FoundTableRow, rank: number): string {
  const { of, name } = table;
  const how = `collection "${oneLine(of.name)}", file "${oneLine(name)}"`;
  return `${rank}. [${oneLine(of.name)}: ${oneLine(name)}, row ${number}; query_table (${how}) asks all rows]\n   ${text}`;
}

function rowText({ table: { path, name }, text }: FoundTableRow): ReadText {
  return { kind: "file", url: path, title: oneLine(name), text };
}

interface FoundPassage {
  of: Collection;
  hit: SearchHit;
}

/**
 * The whole document of one's own collection, so that a citation opens it at its passage; of somebody else's the passage that
 * was found, since they share answers and not files.
 */
async function textsOf(
  memory: SearchDeps["memory"],
  owner: string,
  found: readonly FoundPassage[],
): Promise<ReadText[]> {
  const wholes = new Map<string, Promise<string | undefined>>();
  const wholeOf = ({ of, hit: { passage } }: FoundPassage) => {
    const key = `${of.id} ${passage.source}`;
    const whole = wholes.get(key) ?? documentText(memory, of.id, passage.source);
    wholes.set(key, whole);
    return whole;
  };
  return Promise.all(
    found.map(async (one): Promise<ReadText> => {
      const { source, session, text } = one.hit.passage;
      const whole = one.of.owner === owner ? await wholeOf(one) : undefined;
      const kind = isPage({ path: source }) ? "page" : "file";
      return { kind, url: source, title: oneLine(session), text: whole ?? text };
    }),
  );
}

/** A turn that answers somebody else reaches what is shared with the agent alone. */
function askingOf({ agent, owner, is_owners }: ToolContext): { agent: string; owner: string | null } {
  return { agent: agent.slug, owner: is_owners ? owner : null };
}

function isNamed(name: string, asked: string): boolean {
  return name.toLowerCase() === asked.trim().toLowerCase();
}

function noneWords(all: readonly Collection[]): string {
  if (all.length === 0) return "No collection is shared with you.";
  return `There is no such collection. There are: ${all.map(({ name }) => oneLine(name)).join(", ")}.`;
}

function line({ of, hit }: FoundPassage, rank: number): string {
  const { source, session, lines, text } = hit.passage;
  const page = /\[page (\d+) of \d+\]/.exec(text)?.[1];
  const place = [
    oneLine(session),
    ...(isPage({ path: source }) && session !== source ? [oneLine(source, 1_000)] : []),
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(lines ? [`lines ${lines.start}-${lines.end}`] : []),
  ].join(", ");
  return `${rank}. [${oneLine(of.name)}: ${place}]\n   ${text.replace(/\r?\n/g, "\n   ")}`;
}
