/** Sign-in, and the means for it: passwords, devices, keys. */
import { call, type Result } from "../http.ts";

export interface Device {
  id: string;
  /** The person's name for it; empty while it has none. */
  device: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string | null;
  /** The client that one acts for there. */
  client: string | null;
  /** Whether it is the session that makes this request. */
  current: boolean;
}

export const SCOPES = ["chat", "read", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  id: string;
  name: string;
  scopes: Scope[];
  last_four: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export interface PasswordState {
  username: string | null;
  is_set: boolean;
}

interface NewPassword {
  new_password: string;
  /** Only for a person without one. */
  username?: string;
}

export function logIn(username: string, password: string): Promise<Result<unknown>> {
  return call("POST", "/auth/login", { username, password });
}

/** A name that a proxy in front has signed in, and that no person here has. */
export interface UnknownByProxy {
  name: string;
  /** The person signed in in this browser, who may be linked with it. */
  signed_in: string | null;
}

interface SignInWays {
  oidc: { name: string; url: string } | null;
  proxy: UnknownByProxy | null;
}

export function signInWays(): Promise<Result<SignInWays>> {
  return call("GET", "/auth/ways");
}

/** Links the proxy's name with the person signed in in this browser. */
export function linkProxyName(): Promise<Result<unknown>> {
  return call("POST", "/auth/proxy", {});
}

/** Starts linking an account at the provider with oneself; returns the address to go to. */
export function linkSignInAccount(): Promise<Result<{ url: string }>> {
  return call("POST", "/auth/oidc", {});
}

/** With the operator's ADMIN_TOKEN. */
export function signInByToken(token: string): Promise<Result<unknown>> {
  return call("POST", "/auth/session", { token });
}

export function signOut(): Promise<Result<unknown>> {
  return call("DELETE", "/auth/session");
}

export function checkInvite(code: string): Promise<Result<{ role: string }>> {
  return call("POST", "/auth/join/check", { code });
}

export function join(newcomer: {
  code: string;
  username: string;
  password: string;
  name?: string;
}): Promise<Result<unknown>> {
  return call("POST", "/auth/join", newcomer);
}

/** Signs in as a guest, without an account: a cookie identifies this browser. Needs an invite code for guests. */
export function visit(code: string, name: string): Promise<Result<unknown>> {
  return call("POST", "/auth/visit", name === "" ? { code } : { code, name });
}

export function checkReset(token: string): Promise<Result<{ username: string | null; name: string }>> {
  return call("POST", "/auth/reset/check", { token });
}

export function resetPassword(token: string, wanted: NewPassword): Promise<Result<unknown>> {
  return call("POST", "/auth/reset", { token, ...wanted });
}

export function readPassword(): Promise<Result<PasswordState>> {
  return call("GET", "/auth/password");
}

export function changePassword(
  wanted: NewPassword & { current_password?: string },
): Promise<Result<unknown>> {
  return call("PUT", "/auth/password", wanted);
}

export function listDevices(): Promise<Result<{ items: Device[] }>> {
  return call("GET", "/auth/sessions");
}

export function nameDevice(id: string, device: string): Promise<Result<Device>> {
  return call("PATCH", `/auth/sessions/${id}`, { device });
}

export function signDeviceOut(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/auth/sessions/${id}`);
}

export function signOthersOut(): Promise<Result<{ ended: number }>> {
  return call("DELETE", "/auth/sessions");
}

export function listKeys(): Promise<Result<{ items: ApiKey[] }>> {
  return call("GET", "/keys");
}

/** `key` is shown only this once. */
export function createKey(wanted: {
  name: string;
  scopes: Scope[];
  expires_at: string | null;
}): Promise<Result<ApiKey & { key: string }>> {
  return call("POST", "/keys", wanted);
}

export function revokeKey(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/keys/${id}`);
}
