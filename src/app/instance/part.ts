/** The instance: health, running work, costs and budgets, models and their accounts. */

import { type ArchiveFile, linesFile } from "../../export/archive.ts";
import { personBudgets } from "../../storage/d1/ledger/budgets.ts";
import { createSessionStatusTool } from "../../tools/session-status.ts";
import { definePart } from "../part.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { addressRoutes } from "./routes/addresses.ts";
import { brandingRoutes } from "./routes/branding.ts";
import { budgetRoutes } from "./routes/budgets.ts";
import { costRoutes } from "./routes/costs.ts";
import { instanceRoutes } from "./routes/instance.ts";
import { modelSettingsRoutes } from "./routes/model-settings.ts";
import { NEEDS, type Services } from "./services.ts";
import { factsOf } from "./status.ts";

export const instancePart = definePart({
  name: "instance",
  routes: [
    ...instanceRoutes,
    ...brandingRoutes,
    ...costRoutes,
    ...accountRoutes,
    ...addressRoutes,
    ...modelSettingsRoutes,
    ...budgetRoutes,
  ],
  owned: [personBudgets],
  needs: NEEDS,
  open: (services) => ({
    tools: [createSessionStatusTool((owner) => factsOf(services, owner))],
    archive: ({ owner }) => archiveCosts(services, owner),
  }),
});

/** About 3 MB: a file is in memory while it is written. */
const CALLS_IN_A_FILE = 10_000;

async function* archiveCosts({ costs }: Services, owner: string): AsyncGenerator<ArchiveFile> {
  let page = await costs.rows(owner, CALLS_IN_A_FILE);
  for (let file = 1; file === 1 || page.length > 0; file += 1) {
    const lines = page.map(({ owner: _owner, ...row }) => row);
    yield linesFile(`costs/${String(file).padStart(3, "0")}.jsonl`, lines);
    page = page.length < CALLS_IN_A_FILE ? [] : await costs.rows(owner, CALLS_IN_A_FILE, page.at(-1));
  }
}
