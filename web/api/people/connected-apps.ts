/** Apps that a person has connected, and the consent to a new one. */
import type { AppRequest, AppScope, ConnectedApp } from "../../../src/contract/people/connected-apps.ts";
import { call, type Result } from "../http.ts";

export type { AppRequest, AppScope, ConnectedApp };

export function listConnectedApps(): Promise<Result<{ items: ConnectedApp[] }>> {
  return call("GET", "/connected-apps");
}

/** `query`: of the address at which the app has asked. */
export function readAppRequest(query: string): Promise<Result<AppRequest>> {
  return call("POST", "/connected-apps/requests", { query });
}

/** Returns the address to go to. No scopes: the app stays out. */
export function decideApp(
  query: string,
  scopes: readonly AppScope[],
): Promise<Result<{ redirect_to: string }>> {
  return call("POST", "/connected-apps", { query, scopes });
}

export function disconnectApp(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/connected-apps/${id}`);
}
