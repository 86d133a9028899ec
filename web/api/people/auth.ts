/** Signing in, and what one signs in with: passwords, devices, keys. */
import { call, type Result } from "../http.ts";

export interface Device {
  id: string;
  /** What its person calls it; empty: nothing yet. */
  device: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string | null;
  /** The client for whom one acts there. */
  client: string | null;
  /** The one that asks. */
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

export interface NewPassword {
  new_password: string;
  /** Only of who has none yet. */
  username?: string;
}

export function logIn(username: string, password: string): Promise<Result<unknown>> {
  return call("POST", "/auth/login", { username, password });
}

/** Whom a proxy in front has signed in under a name that nobody has here. */
export interface UnknownByProxy {
  name: string;
  /** Who is signed in in this browser, and may be linked with it. */
  signed_in: string | null;
}

export interface SignInWays {
  oidc: { name: string; url: string } | null;
  proxy: UnknownByProxy | null;
}

export function signInWays(): Promise<Result<SignInWays>> {
  return call("GET", "/auth/ways");
}

/** Links the proxy's name with whoever is signed in in this browser. */
export function linkProxyName(): Promise<Result<unknown>> {
  return call("POST", "/auth/proxy", {});
}

/** Begins to link an account at the provider with oneself: the address to go to. */
export function linkSignInAccount(): Promise<Result<{ url: string }>> {
  return call("POST", "/auth/oidc", {});
}

/** By the operator's ADMIN_TOKEN. */
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

/** As a guest, without an account: this browser is known by its cookie. Only by a code for guests. */
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

/** `key` is shown this once. */
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
