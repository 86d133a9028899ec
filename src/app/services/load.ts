/** Scheduling of work: admission of turns, background work, the clock. */

import type { Clock } from "../../jobs/clock.ts";
import type { BackgroundThrottle } from "../../platform/background-throttle.ts";
import type { TurnAdmission } from "../../platform/turn-admission.ts";
import { group } from "./group.ts";

export interface LoadServices {
  /** Admission control for turns. */
  starts: TurnAdmission;
  /** Throttle for background work. */
  backgroundThrottle: BackgroundThrottle;
  /** Recovers lost doorbells and enqueues regular jobs. */
  clock: Clock;
}

export const LOAD = group<LoadServices>()("starts", "backgroundThrottle", "clock");
