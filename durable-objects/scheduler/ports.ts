/** Ports of a scheduler's object. */
import type { Log } from "../../src/observability/log-port.ts";
import type { SchedulePorts } from "../../src/schedules/ports.ts";

export interface SchedulerPorts extends SchedulePorts {
  now(): number;
  log: Log;
}
