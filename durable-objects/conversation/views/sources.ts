/** Sources: what a conversation has read, on whichever branch, by the numbers of its sources. */
import { sourcesIn } from "../../../src/agent/sources/number.ts";
import type { NumberedSource } from "../../../src/domain/sources/source.ts";
import { messages } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

export interface SourcesView {
  /** Owner of the texts. */
  owner: string;
  items: NumberedSource[];
}

/** Branches may give one number to several sources: each is listed. */
export function sourcesView({ meta, sql }: Pick<Store, "meta" | "sql">): SourcesView {
  const found = new Map<string, NumberedSource>();
  for (const { parts } of sql.rows(messages)) {
    for (const source of sourcesIn(parts)) found.set(`${source.n} ${source.hash} ${source.url}`, source);
  }
  return { owner: meta.owner, items: [...found.values()].sort((a, b) => a.n - b.n) };
}
