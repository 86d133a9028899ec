/** The Worker's bindings, for those who open their own rows or reach their own objects. */

import type { Env } from "../env.ts";
import { group } from "./group.ts";

export interface Platform {
  env: Env;
}

export const PLATFORM = group<Platform>()("env");
