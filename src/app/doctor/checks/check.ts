/** A check, as the list holds it. */
import type { CheckResult } from "../../../doctor/finding.ts";
import type { Services } from "../services.ts";

export interface Check {
  name: string;
  title: string;
  /** Returns a finding, or a list with one for each account or chat, which `title` names. */
  run(services: Services): Promise<CheckResult | (CheckResult & { title: string })[]>;
}
