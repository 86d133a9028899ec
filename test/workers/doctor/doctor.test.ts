/** The doctor's findings about the real parts under workerd. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import type { Diagnosis } from "../../../src/contract/instance/doctor.ts";
import { callApi } from "../api.ts";

const bindings = env as unknown as Env;
const diagnose = () => callApi<Diagnosis>("POST", "/doctor", {});
const about = ({ findings }: Diagnosis, check: string) => findings.filter((each) => each.check === check);

test("an instance whose parts all work has no problem; a job goes through the queue, a file through the bucket", async () => {
  const diagnosis = await diagnose();
  expect(diagnosis.findings.filter(({ state }) => state === "problem")).toEqual([]);
  expect(about(diagnosis, "queue")).toMatchObject([
    { state: "ok", detail: expect.stringMatching(/came back in \d+ ms/) },
  ]);
  expect(about(diagnosis, "bucket")).toMatchObject([{ state: "ok", mend: null }]);
  expect(await bindings.BUCKET.head("doctor/probe")).toBeNull();
  expect(about(diagnosis, "backups")).toMatchObject([
    { state: "warning", mend: expect.stringContaining("nightjar backup") },
  ]);
});

test("a failed job, a failed drill and a late backup are told with what to do", async () => {
  const at = Date.now() - 20 * 86_400_000;
  await bindings.DB.batch([
    bindings.DB.prepare(
      "INSERT INTO jobs (id, kind, owner, status, run_after, created_at, updated_at, finished_at) VALUES ('job_x', 'x', 'psn_1', 'failed', 0, 0, 0, ?1)",
    ).bind(Date.now()),
    bindings.DB.prepare(
      "INSERT INTO backup_reports (id, kind, is_ok, place, summary, at) VALUES ('bak_1', 'backup', 1, '/b', '3 rows', ?1)",
    ).bind(at),
  ]);
  const first = await diagnose();
  expect(about(first, "jobs")).toMatchObject([{ state: "warning", detail: "1 job failed in the last day." }]);
  expect(about(first, "backups")).toMatchObject([
    { state: "warning", detail: "The last backup was made 20 days ago." },
  ]);
  await callApi("POST", "/backups/reports", {
    kind: "drill",
    is_ok: false,
    place: "/b",
    summary: "A table differs.",
  });
  expect(about(await diagnose(), "backups")).toMatchObject([
    { state: "problem", detail: expect.stringContaining("A table differs.") },
  ]);
});
