/** One check, as the list holds it. */
import type { CheckResult } from "../../../doctor/finding.ts";
import type { Services } from "../services.ts";

export interface Check {
  name: string;
  title: string;
  /** One finding, or one for each thing that it looks at: `title` says which. */
  run(services: Services): Promise<CheckResult | (CheckResult & { title: string })[]>;
}
