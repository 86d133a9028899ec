/** What a scheduler's object needs of the rest of the house. */
import type { Log } from "../../src/observability/log-port.ts";
import type { SchedulePorts } from "../../src/schedules/ports.ts";

export interface SchedulerPorts extends SchedulePorts {
  now(): number;
  log: Log;
}
