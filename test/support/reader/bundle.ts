/** The Worker that reads PDFs, as one module. */
import path from "node:path";
import { ROOT } from "../../../scripts/start/paths.mjs";

/** A second of computing. */
export async function readerScript(): Promise<string> {
  // Loaded only here: it takes a while.
  const { build } = await import("vite");
  const made = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      ssr: path.join(ROOT, "src/reader/worker.ts"),
      target: "esnext",
      rolldownOptions: { output: { codeSplitting: false } },
    },
    ssr: { noExternal: true, target: "webworker" },
  });
  const [result] = [made].flat();
  const chunk = result && "output" in result ? result.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("The reader of PDFs was not built.");
  return chunk.code;
}
