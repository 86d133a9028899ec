/** Grants: standing permissions that spare agents' calls a question. */
import type { Grant, GrantChange, NewGrant } from "../../../src/contract/agents/grants.ts";
import { call, type Result } from "../http.ts";

export type { Grant, GrantChange, NewGrant };

export function listGrants(): Promise<Result<{ items: Grant[] }>> {
  return call("GET", "/grants");
}

export function giveGrant(grant: NewGrant): Promise<Result<Grant>> {
  return call("POST", "/grants", grant);
}

export function changeGrant(id: string, change: GrantChange): Promise<Result<Grant>> {
  return call("PATCH", at(id), change);
}

export function endGrant(id: string): Promise<Result<unknown>> {
  return call("DELETE", at(id));
}

function at(id: string): string {
  return `/grants/${encodeURIComponent(id)}`;
}
