import { describe, expect, test } from "vitest";
import { measureTalks, type Searched, summaryOf } from "../../../bench/memory/assistant/measure.ts";
import { assistantTalks } from "../../../bench/memory/assistant/talks.ts";
import { nodeD1 } from "../../support/node-d1.ts";
import { memoryIn, OWNER } from "./home.ts";

const ASKED = ["kitchen", "novel"];

async function searched(): Promise<Searched> {
  const memory = memoryIn(nodeD1());
  for (const { id, messages } of assistantTalks()) {
    const items = messages.map((each) => ({
      ...each,
      conversation_id: id,
      owner: OWNER,
      trust: "trusted" as const,
    }));
    await memory.indexTurns(items);
  }
  return {
    async search(query, source) {
      const place = source === undefined ? {} : { source };
      const hits = await memory.search({ owner: OWNER, scopes: "all", ...place, query, limit: 20 });
      return hits.map(({ passage, signals, lacks }) => ({
        id: passage.key,
        isPage: signals.page > 0,
        gives: lacks().length === 0,
      }));
    },
    async looked(query) {
      const candidates = await memory.recallCandidates({ owner: OWNER, scopes: "all", query, limit: 5 });
      return candidates.map(({ hit, relevance, recalled }) => ({
        id: hit.passage.key,
        belonging: relevance,
        recalled,
      }));
    },
  };
}

describe("talks with an assistant that answers in pages", async () => {
  const talks = assistantTalks().filter(({ id }) => ASKED.includes(id));
  const { scores, plain, recall } = summaryOf(await measureTalks(await searched(), talks));

  test("what the person said is found among the pages that share its words", () => {
    expect(scores.r10).toBeGreaterThan(0.5);
    expect(scores.mrr).toBeGreaterThan(0.42);
  });

  test("at least a third of what a turn is shown is evidence", () => {
    expect(recall.precision).toBeGreaterThan(1 / 3);
    expect(recall.hit).toBeGreaterThan(0.1);
  });

  test("a question that memory cannot answer is told from one that it can by the kind of answer that is given", () => {
    expect(recall.auc.answering).toBeGreaterThan(0.65);
  });

  test("it is found better than by plain BM25", () => {
    expect(scores.r10).toBeGreaterThan(plain.r10 + 0.05);
    expect(scores.mrr).toBeGreaterThan(plain.mrr + 0.05);
  });
});
