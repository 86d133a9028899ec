/** The instance: health, running work, costs and budgets, models and their accounts. */

import { createSessionStatusTool } from "../../tools/session-status.ts";
import { definePart } from "../part.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { budgetRoutes } from "./routes/budgets.ts";
import { costRoutes } from "./routes/costs.ts";
import { instanceRoutes } from "./routes/instance.ts";
import { NEEDS } from "./services.ts";
import { factsOf } from "./status.ts";

export const instancePart = definePart({
  name: "instance",
  routes: [...instanceRoutes, ...costRoutes, ...accountRoutes, ...budgetRoutes],
  needs: NEEDS,
  open: (services) => ({ tools: [createSessionStatusTool((owner) => factsOf(services, owner))] }),
});
