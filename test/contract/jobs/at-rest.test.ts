import { expect, test } from "vitest";
import { z } from "zod";
import { createIds } from "../../../src/domain/ids.ts";
import { defineJob } from "../../../src/jobs/job.ts";
import { createJobs } from "../../../src/jobs/jobs.ts";
import { D1BackupRuns } from "../../../src/storage/d1/backups/runs.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1JobStore } from "../../../src/storage/d1/jobs/jobs.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const WORK = { name: "test.work", title: "Work" };

test("a job that a restore has written waits until the restore has ended, though a message names it", async () => {
  const now = () => Date.UTC(2026, 0, 1);
  const db = nodeD1();
  const jobs = createJobs({
    store: new D1JobStore(db),
    doorbell: { ring: async () => undefined },
    handlers: () => [defineJob({ kind: WORK, schema: z.object({}), run: async () => "done" })],
    ids: createIds(now, (bytes) => void crypto.getRandomValues(bytes)),
    now,
    log: () => undefined,
  });
  const runs = new D1BackupRuns(openDatabase(db), now);
  await runs.begin("bak_1", "restore");
  const job = await jobs.enqueue({ kind: WORK, owner: "ann" });
  expect([await jobs.run(job.id), await jobs.runFirst("background")]).toEqual(["not_mine", "not_mine"]);
  expect(await jobs.store.get(job.id)).toEqual(job);
  await runs.end("bak_1");
  expect(await jobs.run(job.id)).toBe("completed");
});
