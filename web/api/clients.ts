/** Clients of a keeper, and acting for one of them. */
import type { Bot, Client, ClientChange, ClientFields, RemovedClient } from "../../src/contract/clients.ts";
import { call, type Result } from "./http.ts";

export type { Bot, Client, ClientFields };

export function listClients(): Promise<Result<{ items: Client[] }>> {
  return call("GET", "/clients");
}

export function addClient(fields: ClientFields): Promise<Result<Client>> {
  return call("POST", "/clients", fields);
}

export function changeClient(id: string, change: ClientChange): Promise<Result<Client>> {
  return call("PATCH", addressOf(id), change);
}

export function giveBots(id: string, channels: readonly Bot[]): Promise<Result<Client>> {
  return call("PUT", `${addressOf(id)}/channels`, { channels });
}

export function removeClient(id: string): Promise<Result<RemovedClient>> {
  return call("DELETE", addressOf(id));
}

/** Makes this browser act as the client from now on. */
export function enterClient(id: string): Promise<Result<unknown>> {
  return call("POST", `${addressOf(id)}/enter`, {});
}

export function leaveClient(): Promise<Result<unknown>> {
  return call("POST", "/clients/leave", {});
}

/** The bots that are set up here; for admins. */
export async function listBots(): Promise<Bot[]> {
  const read = await call<{ items: (Bot & { missing: string | null })[] }>("GET", "/channels");
  return read.ok ? read.value.items.filter(({ missing }) => missing === null) : [];
}

function addressOf(id: string): string {
  return `/clients/${encodeURIComponent(id)}`;
}
