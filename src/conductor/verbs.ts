/** Services of the conductor part for its routes. */
import type { PartKey } from "../platform/part-key.ts";
import type { ConductorDeps } from "./ports.ts";

export const CONDUCTOR: PartKey<ConductorDeps> = { name: "conductor" };
