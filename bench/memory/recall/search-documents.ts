/** Search over as many documents as a busy workspace has: each question asks for what one of them alone says. */
import type { Memory } from "../client.ts";
import { madeDocuments } from "./documents.ts";

const DOCUMENTS = 1_600;
const ASKED = 200;

export async function measureDocuments(memory: Memory): Promise<void> {
  const documents = madeDocuments(DOCUMENTS);
  const began = performance.now();
  for (const { path, text } of documents) await memory.indexFile({ path, text });
  const took = Math.round((performance.now() - began) / 1_000);
  const asked = documents.filter((_, index) => index % (DOCUMENTS / ASKED) === 0);
  const times: number[] = [];
  let found = 0;
  for (const { path, question } of asked) {
    const search = await memory.search(question);
    times.push(search.took);
    if (search.ids.slice(0, 5).some((id) => id.startsWith(path))) found += 1;
  }
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  console.log(`\n${DOCUMENTS} documents indexed in ${took} s`);
  console.log(`${ASKED} questions about them: hit@5 ${found} of ${ASKED}, p95 ${p95.toFixed(1)} ms`);
}
