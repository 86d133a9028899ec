/** The Worker's bindings and its sealer, for parts that open their own tables or reach their own objects. */

import type { Sealer } from "../../storage/d1/models/seal.ts";
import type { Env } from "../env.ts";
import { group } from "./group.ts";

export interface Platform {
  env: Env;
  /** Encrypts values that rest in D1; undefined without `SESSION_SECRET`. */
  sealer: Sealer | undefined;
}

export const PLATFORM = group<Platform>()("env", "sealer");
