/** Runs all checks side by side; one that does not answer is a finding itself. */
import { type CheckResult, type Finding, problem } from "../../doctor/finding.ts";
import { isStorageFailure } from "../../platform/storage-failure.ts";
import { D1TableReader } from "../../storage/d1/backups/tables.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { VERSION } from "../version.ts";
import type { Check } from "./checks/check.ts";
import { CHECKS } from "./checks/list.ts";
import { type Services, servicesOf } from "./services.ts";

const PATIENCE_MS = 20_000;
const NO_DISK = problem(
  "It can't be read or written: its disk is probably full.",
  "Make room on the disk. Nothing saved is lost.",
);

export async function diagnose(context: ApiContext) {
  const services = servicesOf(context);
  await Promise.all([services.accounts.ready(), services.connections.ready()]);
  const [findings, migrations] = await Promise.all([
    Promise.all(CHECKS.map((check) => findingsOf(check, services))),
    new D1TableReader(services.env.DB).migrations().catch(() => []),
  ]);
  const time = new Date(services.now()).toISOString();
  return reply(200, { version: VERSION, time, migrations, findings: findings.flat() });
}

async function findingsOf({ name, title, run }: Check, services: Services): Promise<Finding[]> {
  const found = await Promise.race([run(services), tooLate()]).catch((cause) =>
    services.env.RUNS_ALONE === "true" && isStorageFailure(cause)
      ? NO_DISK
      : problem(services.redact(String(cause)), "The log of the instance says more."),
  );
  const list = Array.isArray(found) ? found : [{ ...found, title }];
  return list.map((each) => ({ check: name, mend: null, ...each }));
}

function tooLate(): Promise<CheckResult> {
  const late = problem(
    "It did not answer within 20 seconds.",
    "Try again; if it stays so, restart the instance.",
  );
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, late));
}
