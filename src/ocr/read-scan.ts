/** Text of a scan: recognized once, stored beside the file, and paid once. */
import type { Unread } from "../domain/text/document-reading.ts";
import { markedPages, type OcrEngine, type RecognizedText, type ScannedFile } from "./engine.ts";

/** RecognizedText texts, stored under their file's owner and id. Each method rejects when the storage does. */
export interface FileTexts {
  get(owner: string, id: string): Promise<string | undefined>;
  /** False: somebody else is reading the file now. */
  claim(owner: string, id: string): Promise<boolean>;
  /** Replaces the claim. */
  put(owner: string, id: string, text: string): Promise<void>;
  /** Removes text or claim. */
  remove(owner: string, id: string): Promise<void>;
}

export interface ScanDeps {
  texts: FileTexts;
  /** Undefined while nothing that can is connected. */
  engine(): OcrEngine | undefined;
  /** Reason why the owner may not spend so much; undefined: they may. */
  refusal(owner: string, engine: OcrEngine, cost_usd: number | null): Promise<string | undefined>;
  book(owner: string, engine: OcrEngine, bill: RecognizedText): Promise<void>;
  pause(ms: number): Promise<void>;
}

const LOOKS = 60;
const BETWEEN_LOOKS_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** Text of the scan, or why there is none. `mayRun`: recognize it now, at a cost. Rejects when the storage does. */
export async function readScan(deps: ScanDeps, file: ScannedFile, mayRun: boolean): Promise<string | Unread> {
  const stored = await deps.texts.get(file.owner, file.id);
  if (stored !== undefined) return stored;
  if (!mayRun)
    return unread(
      "It is a scan: its words are pictures. Have its text recognized, or choose a model that reads PDFs.",
    );
  const engine = deps.engine();
  if (!engine)
    return unread(
      "It is a scan, and no text recognition is connected. An admin can choose one under Models.",
    );
  const refused = await deps.refusal(file.owner, engine, engine.mostCost(file));
  if (refused !== undefined) return unread(`It is a scan. ${refused}`);
  if (!(await deps.texts.claim(file.owner, file.id))) return awaited(deps, file);
  return run(deps, file, engine);
}

async function run(deps: ScanDeps, file: ScannedFile, engine: OcrEngine): Promise<string | Unread> {
  const read = await recognized(engine, file);
  if ("problem" in read) {
    await deps.texts.remove(file.owner, file.id);
    return unread(`It is a scan, and its text could not be recognized. ${read.problem}`);
  }
  const text = markedPages(read.pages);
  await deps.texts.put(file.owner, file.id, text);
  await deps.book(file.owner, engine, read);
  return text;
}

async function recognized(
  engine: OcrEngine,
  file: ScannedFile,
): Promise<RecognizedText | { problem: string }> {
  try {
    return await engine.recognize(file, AbortSignal.timeout(LONGEST_MS));
  } catch (problem) {
    return { problem: problem instanceof Error ? problem.message : String(problem) };
  }
}

/** Somebody else's reading of the same file. */
async function awaited({ texts, pause }: ScanDeps, { owner, id }: ScannedFile): Promise<string | Unread> {
  for (let look = 0; look < LOOKS; look++) {
    await pause(BETWEEN_LOOKS_MS);
    const text = await texts.get(owner, id);
    if (text !== undefined) return text;
  }
  return unread("It is a scan, and its text is being recognized. Ask again in a minute.");
}

function unread(problem: string): Unread {
  return { problem, scan: "pdf" };
}
