/** Research runs over HTTP. */

import type { Page } from "../../../src/channels/web/wire.ts";
import { addressOf } from "../../../src/client/client.mjs";
import type {
  ResearchPlanEdit as PlanEdit,
  Research,
  ResearchItem,
} from "../../../src/contract/agents/research.ts";
import type { ResearchEvent } from "../../../src/contract/agents/research-events.ts";
import { call, query, type Result } from "../http.ts";

export type { PlanEdit, Research, ResearchEvent, ResearchItem };

export function listResearch(): Promise<Result<Page<ResearchItem>>> {
  return call("GET", "/research");
}

/** `conversation`: in which it is read; null: the run is one's own. */
export function readResearch(id: string, conversation: string | null): Promise<Result<Research>> {
  return call("GET", `${path(id)}${query({ conversation_id: conversation })}`);
}

/** Its events from after `cursor` on. */
export function researchEvents(
  id: string,
  { conversation, cursor }: { conversation: string | null; cursor: number },
): EventSource {
  return new EventSource(addressOf(`${path(id)}/events${query({ conversation_id: conversation, cursor })}`));
}

export function editPlan(id: string, edits: readonly PlanEdit[]): Promise<Result<Research["plan"]>> {
  return call("PATCH", `${path(id)}/plan`, { edits });
}

/** `answer` null: the question is skipped. */
export function approveResearch(id: string, answer: string | null): Promise<Result<Research>> {
  return call("POST", `${path(id)}/approve`, answer === null ? {} : { answer });
}

export function haltResearch(id: string): Promise<Result<Research>> {
  return call("POST", `${path(id)}/halt`, {});
}

export function resumeResearch(
  id: string,
  raised: { ceiling_usd?: number | undefined; most_calls?: number | undefined },
): Promise<Result<Research>> {
  return call("POST", `${path(id)}/resume`, raised);
}

export function deleteResearch(id: string): Promise<Result<null>> {
  return call("DELETE", path(id));
}

function path(id: string): string {
  return `/research/${encodeURIComponent(id)}`;
}
