/** Grants: the page of a person's standing permissions, and what becomes of those that have ended. */
import { textFile } from "../../export/archive.ts";
import { createGrantJobs, grantJobs } from "../../jobs/grant-jobs.ts";
import { grants, grantUses } from "../../storage/d1/schema/grants.ts";
import { definePart } from "../part.ts";
import { grantRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";
import { grantView } from "./view.ts";

export const grantsPart = definePart({
  name: "grants",
  routes: grantRoutes,
  owned: [grants, grantUses],
  needs: NEEDS,
  open: (services) => ({
    regular: grantJobs,
    jobs: createGrantJobs(() => services.grants.prune()),
    async *archive({ owner }) {
      const standing = await services.grants.list(owner);
      yield textFile("permissions.json", `${JSON.stringify(standing.map(grantView), null, 2)}\n`);
    },
  }),
});
