/** Calls around the instance: its state, costs, models, jobs, chats and imports. */
import type { ChannelState, ConnectedChannel } from "../channels.ts";
import type { CheckReply, ConnectionState } from "../connections.ts";
import type { Import, NewImportFields, TakeFields } from "../imports.ts";
import type { BackupReportView } from "../instance/backups.ts";
import type { Branding, BrandingChange } from "../instance/branding.ts";
import type { CostDays, Costs, DayGrouping, Grouping, Period } from "../instance/costs.ts";
import type { Diagnosis } from "../instance/doctor.ts";
import type { MonitorTurn, Status } from "../instance/instance.ts";
import type { Job, JobPicture } from "../instance/jobs.ts";
import type { ChosenModels, ChosenModelsFields, Models } from "../instance/models.ts";
import type { ListPage, PageQuery } from "./lists.ts";

interface JobsQuery extends PageQuery {
  status?: Job["status"] | null | undefined;
  kind?: string | undefined;
  all?: boolean | undefined;
}

type Nothing = Record<never, never>;

export interface InstanceCalls {
  "GET /status": { answer: Status };
  "GET /monitor": { query: { all?: boolean | undefined }; answer: ListPage<MonitorTurn> };
  "GET /cost": { query: { period?: Period | undefined; by?: Grouping | undefined }; answer: Costs };
  "GET /cost/days": {
    query: { period?: Period | undefined; by?: DayGrouping | undefined };
    answer: CostDays;
  };
  "PATCH /instance/branding": { body: BrandingChange; answer: Branding };
  "POST /doctor": { body: Nothing; answer: Diagnosis };
  "GET /backups/reports": { query: PageQuery; answer: ListPage<BackupReportView> };
  "GET /models": { answer: Models };
  "PUT /models/chosen": { body: ChosenModelsFields; answer: ChosenModels };
  "GET /jobs": { query: JobsQuery; answer: ListPage<Job> };
  "GET /jobs/picture": { query: { hours: number; all?: boolean | undefined }; answer: JobPicture };
  "GET /jobs/{id}": { answer: Job };
  "POST /jobs/{id}/retry": { body: Nothing; answer: Job };
  "POST /jobs/{id}/cancel": { body: Nothing; answer: Job };
  "GET /channels": { query: { check?: boolean | undefined }; answer: ListPage<ChannelState> };
  "POST /channels/{channel}/connect": {
    body: { account?: string; url?: string | undefined };
    answer: ConnectedChannel;
  };
  "GET /connections": { answer: ListPage<ConnectionState> };
  "POST /connections/{name}/check": { body: { account?: string }; answer: CheckReply };
  "GET /imports": { query: PageQuery; answer: ListPage<Import> };
  "POST /imports": { body: NewImportFields; answer: Import };
  "PUT /imports/{id}/parts/{index}": { body: Blob; answer: null };
  "GET /imports/{id}": { answer: Import };
  "POST /imports/{id}/preview": { answer: Import };
  "POST /imports/{id}/start": { body: TakeFields; answer: Import };
}
