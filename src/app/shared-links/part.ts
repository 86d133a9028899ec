/** Shared links as a part of the Worker: their owners' routes, the strangers' routes, and their end. */

import { jsonFile } from "../../export/archive.ts";
import { createSweepJobs, sweepJobs } from "../../shared-links/sweep.ts";
import { sharedLinks as table } from "../../storage/d1/schema/shared-links.ts";
import { definePart } from "../part.ts";
import { publicRoutes } from "./public-routes.ts";
import { sharedLinkRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";
import { linkView } from "./view.ts";

export const sharedLinksPart = definePart({
  name: "shared links",
  routes: [...sharedLinkRoutes, ...publicRoutes],
  owned: [table],
  needs: NEEDS,
  open: ({ sharedLinks }) => ({
    regular: sweepJobs,
    jobs: createSweepJobs(() => sharedLinks.sweep()),
    async erase(owner) {
      await sharedLinks.revokeAll(await sharedLinks.rows.ofOwner(owner));
      // Counted with the conversations, which take theirs along.
      return {};
    },
    async *archive({ owner }) {
      yield jsonFile("shared-links.json", (await sharedLinks.rows.list(owner)).map(linkView));
    },
  }),
});
