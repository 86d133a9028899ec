/** Brings in the items that a person has chosen, one after the other. Each is idempotent, so a run that breaks off repeats it. */

import { leaveOut } from "../../../export/imports/record.ts";
import { type ImportItem, nameOf } from "../../../export/item.ts";
import { parseJson } from "../../../platform/json.ts";
import { takeJob } from "./steps.ts";
import { ItemTaker } from "./take-item.ts";
import { type ImportDeps, ImportWork } from "./work.ts";

/** Items per run: each costs several calls to storage, and a Worker has a limit of them. */
const MOST_IN_ONE_RUN = 100;
const SAVE_EACH = 10;

export async function takeChosen(deps: ImportDeps, id: string): Promise<string> {
  const work = await ImportWork.of(deps, id, "taking");
  if (!work) return "Nothing to do";
  const { record } = work;
  const taker = new ItemTaker(deps, work);
  let taken = 0;
  for (const { cursor } = record; cursor.chunk < record.read.chunks; cursor.chunk++, cursor.line = 0) {
    const lines = await deps.store.items(record, cursor.chunk);
    for (; cursor.line < lines.length; cursor.line++) {
      if (taken >= MOST_IN_ONE_RUN) return goOn(deps, work);
      if (await take(work, taker, lines[cursor.line] ?? "")) taken++;
      if (taken % SAVE_EACH !== SAVE_EACH - 1) continue;
      cursor.line++;
      await work.save();
      cursor.line--;
    }
  }
  record.state = "done";
  await work.save();
  await deps.store.removeParts(record);
  return "Done";
}

async function goOn({ services }: ImportDeps, work: ImportWork): Promise<string> {
  work.record.step++;
  await work.save();
  await services.jobs.enqueue(takeJob(work.record));
  return "Goes on";
}

/** Whether the item was chosen. */
async function take({ record }: ImportWork, taker: ItemTaker, line: string): Promise<boolean> {
  const { source, item } = parseJson(line) as { source: number; item: ImportItem };
  const outcome = record.outcome[item.kind];
  const isChosen = record.take?.kinds.includes(item.kind) && record.take.sources.includes(source);
  if (!isChosen) {
    outcome.not_chosen++;
    return false;
  }
  const result = await taker.take(item);
  if (result === "imported" || result === "known") outcome[result]++;
  else {
    outcome.left++;
    leaveOut(record, { kind: item.kind, title: nameOf(item), why: result });
  }
  return true;
}
