/** The Worker that reads PDFs in its own runtime, and another one in the same process: what holds the one holds the other. */
import { readdirSync, readFileSync } from "node:fs";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { readerScript } from "./bundle.ts";

export interface ReaderRuntime {
  /** As Nightjar's Worker asks it. 500: it gave no answer. */
  read(pdf: Uint8Array): Promise<{ status: number; text: string }>;
  /** How long the other Worker's requests waited at most while `work` went on, in ms that the runtime computed. */
  waitedWhile<R>(work: Promise<R>): Promise<{ result: R; longest: number }>;
  close(): Promise<void>;
}

const COMPATIBILITY = /compatibility_date = "(.+)"/.exec(readFileSync("wrangler.reader.toml", "utf8"))?.[1];

export async function startReader(): Promise<ReaderRuntime> {
  const before = children();
  const common = { modules: true, compatibilityDate: COMPATIBILITY ?? "" };
  const other = `export default { fetch: () => new Response("here") };`;
  const workers = [
    { name: "reader", script: await readerScript(), ...common },
    { name: "other", script: other, ...common },
  ];
  const miniflare = new Miniflare(convertV4MiniflareOptions({ workers }));
  await miniflare.ready;
  const [process = 0] = children().filter((child) => !before.includes(child));
  const [reader, beside] = [await miniflare.getWorker("reader"), await miniflare.getWorker("other")];
  return {
    async read(pdf) {
      try {
        const answer = await reader.fetch("https://reader.invalid/", { method: "POST", body: pdf });
        return { status: answer.status, text: await answer.text() };
      } catch (problem) {
        return { status: 500, text: String(problem) };
      }
    },
    async waitedWhile(work) {
      let isOver = false;
      const watched = work.finally(() => {
        isOver = true;
      });
      let longest = 0;
      while (!isOver) {
        const started = computedBy(process);
        await (await beside.fetch("https://other.invalid/")).text();
        longest = Math.max(longest, computedBy(process) - started);
      }
      return { result: await watched, longest };
    },
    close: () => miniflare.dispose(),
  };
}

/** Children of this process. */
function children(): number[] {
  return readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

/** ms of its main thread, on which all its Workers run. */
function computedBy(process: number): number {
  return Number(readFileSync(`/proc/${process}/task/${process}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}
