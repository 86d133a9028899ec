/** Calls around agents, rooms and what they can do. */
import type { AgentCopy, AgentShape, Agents, ShownAgent } from "../agents/agents.ts";
import type {
  Capability,
  CapabilityCall,
  CapabilityDiff,
  CapabilityFiles,
  CapabilityRun,
  CapabilityVersion,
} from "../agents/capabilities.ts";
import type { ShownRoom } from "../rooms.ts";
import type {
  Occurrence,
  Schedule,
  ScheduleChange,
  ScheduleFields,
  SchedulePreview,
  ScheduleRun,
  TimingFields,
} from "../schedules.ts";
import type { JsonOf } from "../schema.ts";
import type { ListPage, PageQuery } from "./lists.ts";

type Nothing = Record<never, never>;

export interface AgentCalls {
  "GET /agents": { answer: Agents };
  "GET /agents/{slug}": { answer: ShownAgent };
  "DELETE /agents/{slug}": { answer: null };
  "POST /agents/import": {
    query: { replace?: boolean | undefined };
    body: Blob;
    answer: JsonOf<typeof AgentShape>;
  };
  "POST /agents/{slug}/duplicate": { body: AgentCopy; answer: JsonOf<typeof AgentShape> };
  "GET /rooms": { answer: ListPage<ShownRoom> };
  "GET /rooms/{room}": { answer: ShownRoom };
  "DELETE /rooms/{room}": { answer: null };
  "GET /capabilities": { query: { q?: string | undefined }; answer: ListPage<Capability> };
  "GET /capabilities/{name}": { answer: Capability };
  "DELETE /capabilities/{name}": { answer: null };
  "POST /capabilities/{name}/run": { body: { input: Record<string, unknown> }; answer: CapabilityRun };
  "POST /capabilities/{name}/enable": { body: Nothing; answer: Capability };
  "POST /capabilities/{name}/disable": { body: Nothing; answer: Capability };
  "PATCH /capabilities/{name}": { body: Pick<Capability, "shared">; answer: Capability };
  "GET /capabilities/{name}/files": { answer: CapabilityFiles };
  "GET /capabilities/{name}/versions": { answer: ListPage<CapabilityVersion> };
  "GET /capabilities/{name}/versions/{version}/diff": { answer: CapabilityDiff };
  "POST /capabilities/{name}/restore": { body: { version: number }; answer: Capability };
  "GET /capabilities/{name}/calls": { answer: ListPage<CapabilityCall> };
  "GET /schedules": { answer: ListPage<Schedule> };
  "POST /schedules": { body: ScheduleFields; answer: Schedule };
  "POST /schedules/preview": { body: TimingFields; answer: SchedulePreview };
  "GET /schedules/calendar": { query: { from: string; until: string }; answer: ListPage<Occurrence> };
  "PATCH /schedules/{id}": { body: ScheduleChange; answer: Schedule };
  "GET /schedules/{id}": { answer: Schedule };
  "DELETE /schedules/{id}": { answer: null };
  "POST /schedules/{id}/pause": { body: Nothing; answer: Schedule };
  "POST /schedules/{id}/resume": { body: Nothing; answer: Schedule };
  "POST /schedules/{id}/run": { body: Nothing; answer: ScheduleRun };
  "GET /schedules/{id}/runs": { query: PageQuery; answer: ListPage<ScheduleRun> };
}
