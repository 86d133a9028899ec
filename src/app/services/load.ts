/** What is done when: turns that may begin, background work, the clock. */

import type { Clock } from "../../jobs/clock.ts";
import type { BackgroundThrottle } from "../../platform/background-throttle.ts";
import type { TurnAdmission } from "../../platform/turn-admission.ts";
import { group } from "./group.ts";

export interface LoadServices {
  /** Which turns may begin. */
  starts: TurnAdmission;
  /** When that is done for which nobody waits. */
  laterWork: BackgroundThrottle;
  /** Lost doorbells and regular work. */
  clock: Clock;
}

export const LOAD = group<LoadServices>()("starts", "laterWork", "clock");
