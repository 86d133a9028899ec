/** Sign-in, and the means for it: passwords, devices, keys. */
import type {
  ApiKey,
  Device,
  EndedSessions,
  KeyFields,
  NewApiKey,
} from "../../../src/contract/people/sessions.ts";
import type {
  AccountLink,
  InviteCheck,
  JoinFields,
  NewPasswordFields,
  PasswordFields,
  PasswordState,
  ResetCheck,
  SignedIn,
  SignInWays,
  UnknownByProxy,
} from "../../../src/contract/people/sign-in.ts";
import { call, type Result } from "../http.ts";

export type { ApiKey, Device, PasswordState, UnknownByProxy };

export function logIn(username: string, password: string): Promise<Result<SignedIn>> {
  return call("POST", "/auth/login", { username, password });
}

export function signInWays(): Promise<Result<SignInWays>> {
  return call("GET", "/auth/ways");
}

/** Links the proxy's name with the person signed in in this browser. */
export function linkProxyName(): Promise<Result<SignedIn>> {
  return call("POST", "/auth/proxy", {});
}

/** Starts linking an account at the provider with oneself; returns the address to go to. */
export function linkSignInAccount(): Promise<Result<AccountLink>> {
  return call("POST", "/auth/oidc", {});
}

/** Signs in with the operator's ADMIN_TOKEN. */
export function signInByToken(token: string): Promise<Result<SignedIn>> {
  return call("POST", "/auth/session", { token });
}

export function checkInvite(code: string): Promise<Result<InviteCheck>> {
  return call("POST", "/auth/join/check", { code });
}

export function join(newcomer: JoinFields): Promise<Result<SignedIn>> {
  return call("POST", "/auth/join", newcomer);
}

/** Signs in as a guest, without an account: a cookie identifies this browser. Needs an invite code for guests. */
export function visit(code: string, name: string): Promise<Result<SignedIn>> {
  return call("POST", "/auth/visit", name === "" ? { code } : { code, name });
}

export function checkReset(token: string): Promise<Result<ResetCheck>> {
  return call("POST", "/auth/reset/check", { token });
}

export function resetPassword(token: string, wanted: NewPasswordFields): Promise<Result<SignedIn>> {
  return call("POST", "/auth/reset", { token, ...wanted });
}

export function readPassword(): Promise<Result<PasswordState>> {
  return call("GET", "/auth/password");
}

export function changePassword(wanted: PasswordFields): Promise<Result<unknown>> {
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

export function signOthersOut(): Promise<Result<EndedSessions>> {
  return call("DELETE", "/auth/sessions");
}

export function listKeys(): Promise<Result<{ items: ApiKey[] }>> {
  return call("GET", "/keys");
}

/** `key` is shown only this once. */
export function createKey(wanted: KeyFields): Promise<Result<NewApiKey>> {
  return call("POST", "/keys", wanted);
}

export function revokeKey(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/keys/${id}`);
}
