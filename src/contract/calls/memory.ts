/** Calls around memory. */
import type { Forgetting } from "../memory/forgotten.ts";
import type { SearchAnswer } from "../memory/found.ts";
import type { Commitment, Episode, Fact, Note, Relation, Wish } from "../memory/items.ts";
import type { ListPage, PageQuery } from "./lists.ts";

interface SearchQuery {
  q: string;
  k?: number | undefined;
  scope?: string | undefined;
  kind?: "turn" | "file" | "memory" | "fact" | "episode" | undefined;
}

interface IndexedTurn {
  id: string;
  text: string;
  speaker?: string;
  role?: "user" | "assistant";
  date?: string;
  session?: string | number;
}

interface IndexBody {
  path?: string | undefined;
  text?: string | undefined;
  conversation?: string | undefined;
  items?: IndexedTurn[];
}

export interface MemoryCalls {
  "GET /memory/search": { query: SearchQuery; answer: SearchAnswer };
  "GET /memory/items": { query: PageQuery; answer: ListPage<Note> };
  "POST /memory/items": { body: { content: string }; answer: Note };
  "GET /memory/facts": { query: PageQuery; answer: ListPage<Fact> };
  "GET /memory/relations": { query: PageQuery; answer: ListPage<Relation> };
  "GET /memory/commitments": { query: PageQuery; answer: ListPage<Commitment> };
  "GET /memory/wishes": { query: PageQuery; answer: ListPage<Wish> };
  "GET /memory/episodes": { query: PageQuery; answer: ListPage<Episode> };
  "POST /memory/forget": {
    body: { about: string; dry_run?: boolean; final?: boolean };
    answer: Forgetting;
  };
  "POST /memory/index": { body: IndexBody; answer: { indexed: number; status?: string } };
  "POST /memory/consolidate": { body: Record<never, never>; answer: { job_id: string } };
}
