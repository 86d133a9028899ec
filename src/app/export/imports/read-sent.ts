/**
 * Reads what was sent, a piece at a time, and puts the items beside it. One piece and one chunk of items are in memory, however
 * large the files are.
 */
import { unitsOf } from "../../../export/imports/read.ts";
import { count, emptySource } from "../../../export/imports/tally.ts";
import { isLeft } from "../../../export/item.ts";
import type { Unit } from "../../../export/units.ts";
import { readJob } from "./steps.ts";
import { type ImportDeps, ImportWork } from "./work.ts";

/** Characters of items per object. */
const CHUNK = 2_000_000;
/** Units that a chunk is made of at most, so that people see it go on. */
const CHUNK_UNITS = 500;
/** Bytes that are parsed in one run. A next job goes on behind them. */
const MOST_IN_ONE_RUN = 40_000_000;

export async function readSent(deps: ImportDeps, id: string): Promise<string> {
  const work = await ImportWork.of(deps, id, "reading");
  if (!work) return "Nothing to do";
  const { record } = work;
  const chunk = new Chunk(deps, work);
  let [at, parsed] = [0, 0];
  for (const [index, group] of (await work.groups()).entries()) {
    record.sources[index] ??= emptySource(group.name);
    for await (const unit of unitsOf(group)) {
      if (++at <= record.read.units) continue;
      await chunk.take(unit, index);
      parsed += unit.size;
      if (chunk.isFull(at)) await chunk.flush(at);
      if (parsed < MOST_IN_ONE_RUN) continue;
      record.step++;
      await chunk.flush(at);
      await deps.services.jobs.enqueue(readJob(record));
      return `${at} pieces, goes on`;
    }
  }
  record.state = "ready";
  await chunk.flush(at);
  return `${at} pieces`;
}

/** Items that wait for being stored together. */
class Chunk {
  private lines: string[] = [];
  private length = 0;
  private readonly deps: ImportDeps;
  private readonly work: ImportWork;

  constructor(deps: ImportDeps, work: ImportWork) {
    this.deps = deps;
    this.work = work;
  }

  async take(unit: Unit, source: number): Promise<void> {
    const { record } = this.work;
    const contents = record.sources[source];
    for (const finding of await unit.findings()) {
      if (contents) count(record, contents, finding);
      if (isLeft(finding)) continue;
      const line = JSON.stringify({ source, item: finding });
      this.lines.push(line);
      this.length += line.length;
    }
  }

  isFull(at: number): boolean {
    return this.length >= CHUNK || at - this.work.record.read.units >= CHUNK_UNITS;
  }

  /** Stores the items, then that they are stored: a run that breaks off between begins at the same unit. */
  async flush(at: number): Promise<void> {
    const { record } = this.work;
    if (this.lines.length > 0) {
      await this.deps.store.putItems(record, record.read.chunks, `${this.lines.join("\n")}\n`);
      record.read.chunks++;
    }
    record.read.units = at;
    [this.lines, this.length] = [[], 0];
    await this.work.save();
  }
}
