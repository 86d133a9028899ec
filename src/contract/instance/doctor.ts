/** The state of an instance's parts, checked now. */
import { z } from "zod";
import { FINDING_STATES } from "../../doctor/finding.ts";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const FindingShape = namedSchema("Finding", () =>
  z.object({
    check: z.string(),
    title: z.string(),
    state: z.enum(FINDING_STATES),
    detail: z.string(),
    mend: z.string().nullable(),
  }),
);

export const DiagnosisShape = () =>
  z.object({
    version: z.string(),
    /** The instance's clock. */
    time: time(),
    /** Names of the database's migrations, in order. */
    migrations: z.array(z.string()),
    findings: z.array(FindingShape()),
  });

export type Diagnosis = JsonOf<typeof DiagnosisShape>;
export type FindingView = JsonOf<typeof FindingShape>;
