/** The instance: health, what runs, what it costs and may cost, models and their accounts. */
import { accountRoutes } from "../http/routes/accounts.ts";
import { budgetRoutes } from "../http/routes/budgets.ts";
import { costRoutes } from "../http/routes/costs.ts";
import { instanceRoutes } from "../http/routes/instance.ts";
import { factsOf } from "../http/status.ts";
import { definePart } from "../part.ts";
import { createSessionStatusTool } from "../tools/session-status.ts";

export const instancePart = definePart({
  name: "instance",
  routes: [...instanceRoutes, ...costRoutes, ...accountRoutes, ...budgetRoutes],
  open: (house) => ({ tools: [createSessionStatusTool((owner) => factsOf(house, owner))] }),
});
