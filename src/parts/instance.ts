/** The instance: health, what runs, what it costs and may cost, models and their accounts. */
import { accountRoutes } from "../http/routes/accounts.ts";
import { budgetRoutes } from "../http/routes/budgets.ts";
import { instanceRoutes } from "../http/routes/instance.ts";
import { definePart } from "../part.ts";

export const instancePart = definePart({
  name: "instance",
  routes: [...instanceRoutes, ...accountRoutes, ...budgetRoutes],
});
