/** Accounts of model providers: a tiny call by each. */
import { type CheckResult, fine, off, problem } from "../../../doctor/finding.ts";
import type { Services } from "../services.ts";

const OFFLINE = "offline";

export async function accounts({
  models,
}: Services): Promise<CheckResult | (CheckResult & { title: string })[]> {
  const all = models
    .providers()
    .filter(({ name }) => name !== OFFLINE)
    .flatMap(({ label, accounts: own }) => own.map(({ id }) => ({ label, id })));
  if (all.length === 0) return off("No model is connected: the offline model answers.");
  return Promise.all(
    all.map(async ({ id, label }) => ({ title: `Model: ${label}`, ...(await tried(models, id)) })),
  );
}

async function tried(models: Services["models"], id: string): Promise<CheckResult> {
  const probed = await models.tryAccount(id);
  if (probed?.ok) return fine(`${probed.model} answered.`);
  return problem(
    probed?.reason ?? "The account is gone.",
    "Mend it on the Models page: a new key, or the address.",
  );
}
