/** Settings without which something is refused or can't be kept. */
import { type CheckResult, fine, problem } from "../../../doctor/finding.ts";
import type { Services } from "../services.ts";

export async function secrets({ settings, accounts }: Services): Promise<CheckResult> {
  if (settings.SESSION_SECRET === undefined)
    return problem(
      "SESSION_SECRET is not set.",
      "Set it: keys that are pasted into the app can't be kept without it.",
    );
  if (settings.ADMIN_TOKEN === undefined)
    return problem("ADMIN_TOKEN is not set.", "Set it: without it nobody gets a sign-in link.");
  const lost = (await accounts.list()).filter(({ readable }) => !readable);
  if (lost.length === 0) return fine("Everything that is needed is set.");
  return problem(
    `${lost.length} keys were kept under another SESSION_SECRET and can't be read.`,
    "Set the SESSION_SECRET of then, or paste the keys again on the Models page.",
  );
}
