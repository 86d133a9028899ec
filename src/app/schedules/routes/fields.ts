/** Fields that the routes of schedules take in their addresses. */
import { z } from "zod";
import { time } from "../../../contract/schema.ts";

export const CalendarQuery = () => z.object({ from: time(), until: time() });

export const RunsQuery = () =>
  z.object({ cursor: time().optional(), limit: z.coerce.number().int().min(1).max(100).default(30) });
