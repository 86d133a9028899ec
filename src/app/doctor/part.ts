/** The doctor: checks the instance's parts when an admin asks. */

import { z } from "zod";
import { DiagnosisShape } from "../../contract/instance/doctor.ts";
import { echoJob } from "../../doctor/echo-job.ts";
import { defineRoute } from "../http/api.ts";
import { definePart } from "../part.ts";
import { NEEDS } from "./services.ts";

export const doctorPart = definePart({
  name: "doctor",
  routes: [
    defineRoute({
      method: "post",
      path: "/doctor",
      policy: { who: "admin", scope: "admin" },
      summary:
        "Checks the instance: storage, queue, models, channels, backups. Each finding says what to do.",
      body: () => z.strictObject({}),
      answers: () => ({ 200: DiagnosisShape() }),
      handler: async (context) => (await import("./diagnose.ts")).diagnose(context),
    }),
  ],
  needs: NEEDS,
  open: () => ({ jobs: [echoJob] }),
});
