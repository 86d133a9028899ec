/** What is done when: turns that may begin, background work, the clock. */

import type { Clock } from "../../jobs/clock.ts";
import type { LaterWork } from "../../platform/later-work.ts";
import type { Starts } from "../../platform/starts.ts";
import { group } from "./group.ts";

export interface LoadServices {
  /** Which turns may begin. */
  starts: Starts;
  /** When that is done for which nobody waits. */
  laterWork: LaterWork;
  /** Lost doorbells and regular work. */
  clock: Clock;
}

export const LOAD = group<LoadServices>()("starts", "laterWork", "clock");
