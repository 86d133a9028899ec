/** Connections: services that an operator connects by their keys. */
import type { Page } from "../../src/channels/web/wire.ts";
import type {
  CheckReply,
  ConnectionState,
  ConnectReply,
  ConnectWish,
} from "../../src/contract/connections.ts";
import { call, query, type Result } from "./http.ts";

export type { ConnectionState, ConnectReply, ConnectWish };
export type Health = CheckReply["check"];

type Key = Pick<ConnectionState, "name" | "account">;

export function listConnections(): Promise<Result<Page<ConnectionState>>> {
  return call("GET", "/connections");
}

/** The service is asked before anything is kept: see `is_kept`. */
export function connectService(
  { name, account }: Key,
  wish: Omit<ConnectWish, "account">,
): Promise<Result<ConnectReply>> {
  return call("PUT", `/connections/${name}`, { account, ...wish });
}

export function checkConnection({ name, account }: Key): Promise<Result<CheckReply>> {
  return call("POST", `/connections/${name}/check`, { account });
}

export function disconnectService({ name, account }: Key): Promise<Result<unknown>> {
  return call("DELETE", `/connections/${name}${query({ account })}`);
}
