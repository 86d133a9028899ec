/** Backups as a part of the Worker: the whole instance, read from outside and written into an empty one. */

import { D1BackupRuns } from "../../storage/d1/backups/runs.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { definePart } from "../part.ts";
import { reportRoutes } from "./routes/reports.ts";
import { restoreRoutes } from "./routes/restores.ts";
import { runRoutes } from "./routes/runs.ts";
import { storedRoutes } from "./routes/stored.ts";
import { NEEDS } from "./services.ts";

export const backupsPart = definePart({
  name: "backups",
  routes: [...runRoutes, ...storedRoutes, ...restoreRoutes, ...reportRoutes],
  needs: NEEDS,
  open: ({ env, now }) => ({
    // Triggers of a backup that was broken off would slow every write down for ever.
    async minutely() {
      const ended = await new D1BackupRuns(openDatabase(env.DB), now).endIdle();
      if (ended === 0) return;
      const { D1ChangeLog } = await import("../../storage/d1/backups/change-log.ts");
      await new D1ChangeLog(env.DB).stop();
    },
  }),
});
