/** What the routes of conductors ask of their part. */
import type { PartKey } from "../platform/part-key.ts";
import type { ConductorDeps } from "./ports.ts";

export const CONDUCTOR: PartKey<ConductorDeps> = { name: "conductor" };
