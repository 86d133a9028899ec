/** Storage: each is written and read back where that leaves nothing behind. */
import { type CheckResult, fine, off, problem, warning } from "../../../doctor/finding.ts";
import { monitorStub } from "../../objects/stubs.ts";
import type { Services } from "../services.ts";

const PROBE = "doctor/probe";
/** Difference of two clocks that nobody notices. ms. */
const CLOSE_MS = 5_000;

export async function database({ env, now }: Services): Promise<CheckResult> {
  const began = now();
  const row = await env.DB.prepare(
    "SELECT COUNT(*) AS tables FROM sqlite_master WHERE type = 'table'",
  ).first<{
    tables: number;
  }>();
  return fine(`${row?.tables ?? 0} tables, answered in ${now() - began} ms.`);
}

export async function bucket({ env, now }: Services): Promise<CheckResult> {
  const word = String(now());
  await env.BUCKET.put(PROBE, word);
  const read = await (await env.BUCKET.get(PROBE))?.text();
  await env.BUCKET.delete(PROBE);
  if (read === word) return fine("A file was written, read back and removed.");
  return problem(
    "A file that was just written could not be read back.",
    "Check the bucket of wrangler.toml, and the disk.",
  );
}

export async function objects({ env }: Services): Promise<CheckResult> {
  await monitorStub(env, "doctor").live();
  return fine("Durable Objects answer.");
}

export async function vectors({ env }: Services): Promise<CheckResult> {
  const { VECTORIZE } = env;
  if (!VECTORIZE) return off("No Vectorize index is bound: vectors are in the database.");
  const { vectorCount } = (await VECTORIZE.describe()) as { vectorCount?: number };
  return fine(`The index answers${vectorCount === undefined ? "" : `, with ${vectorCount} vectors`}.`);
}

/** The database runs elsewhere than this code, on Cloudflare, and on this machine's clock locally. */
export async function clock({ env, now }: Services): Promise<CheckResult> {
  const row = await env.DB.prepare("SELECT unixepoch('subsec') * 1000 AS at").first<{ at: number }>();
  const apart = Math.abs((row?.at ?? 0) - now());
  if (apart < CLOSE_MS) return fine("The clocks agree.");
  return warning(
    `The clocks of the code and of the database are ${Math.round(apart / 1000)} s apart.`,
    "Set the machine's clock by NTP: schedules and signatures go by it.",
  );
}
