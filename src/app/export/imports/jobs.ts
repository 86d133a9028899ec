/** Jobs of an import: one reads what was sent, one brings in what was chosen. Each goes on in a next one after a while. */
import { z } from "zod";
import { defineJob, type JobHandler } from "../../../jobs/job.ts";
import { R2Imports } from "../../../storage/r2/imports.ts";
import type { Services } from "../services.ts";
import { READ, TAKE } from "./steps.ts";

const schema = z.object({ import_id: z.string().min(1).max(100) });
const FAILED =
  "Nightjar couldn't finish this import. Import the files again: what is there already is not imported twice.";

export function createImportJobs(services: Services): JobHandler[] {
  const store = new R2Imports(services.env.BUCKET);
  const over: JobHandler["over"] = async (payload, { owner }, { reason }) => {
    const stored = await store.get({ owner, id: schema.parse(payload).import_id });
    if (!stored) return;
    services.log.warn("import_failed", { import: stored.record.id, reason });
    const record = {
      ...stored.record,
      state: "failed" as const,
      failure: FAILED,
      updated_at: services.now(),
    };
    await store.save({ ...stored, record });
  };
  return [
    defineJob({
      kind: READ,
      schema,
      over,
      async run({ import_id }, context) {
        const { readSent } = await import("./read-sent.ts");
        return readSent({ services, store, context }, import_id);
      },
    }),
    defineJob({
      kind: TAKE,
      schema,
      over,
      async run({ import_id }, context) {
        const { takeChosen } = await import("./take-chosen.ts");
        return takeChosen({ services, store, context }, import_id);
      },
    }),
  ];
}
