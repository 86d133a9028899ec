/** The Worker's bindings, for parts that open their own tables or reach their own objects. */

import type { Env } from "../env.ts";
import { group } from "./group.ts";

export interface Platform {
  env: Env;
}

export const PLATFORM = group<Platform>()("env");
