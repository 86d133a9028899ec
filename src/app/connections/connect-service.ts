/** Connects a service that is no chat: its values are tried, and kept once it takes them. */
import type { CheckResult } from "../../connections/checks/check.ts";
import { OWN_NETWORK } from "../../connections/service-fetch.ts";
import type { Connection } from "../../domain/fields/connections/connection.ts";
import { type ConnectOutcome, refusal } from "./connect-chat.ts";
import type { Services } from "./services.ts";

const SERVICE_MS = 20_000;

interface ServiceWish {
  connection: Connection;
  account: string;
  values: Readonly<Record<string, string>>;
  /** The operator allows an address on their own network. */
  isOwnNetwork: boolean;
}

/** Rejects when the values cannot be kept. */
export async function connectService(
  services: Services,
  { connection, account, values: entered, isOwnNetwork }: ServiceWish,
): Promise<ConnectOutcome & { asks_for_own_network: boolean }> {
  const { connections } = services;
  const allowances = Object.keys(connection.fields).flatMap((name) => OWN_NETWORK[name] ?? []);
  const rest = Object.entries(entered).filter(([name]) => !allowances.includes(name));
  const allowed = isOwnNetwork ? allowances.map((name) => [name, "true"]) : [];
  const values = { ...Object.fromEntries(rest), ...connection.sets, ...Object.fromEntries(allowed) };
  const closed = closedBy(services, connection, values);
  if (closed && !closed.may_confirm) return { ...refusal(closed.reason), asks_for_own_network: false };
  if (closed && !isOwnNetwork)
    return { ...refusal("That address is on your own network."), asks_for_own_network: true };
  const settings = connections.trial({ name: connection.name, account, values });
  const check = await checkService(services, connection.name, settings);
  if (check.status === "broken") return { ...refusal(check.problem), asks_for_own_network: false };
  await connections.put({ name: connection.name, account, values });
  return { is_kept: true, check: { ...check, webhook: null }, note: null, asks_for_own_network: false };
}

/** The guard's refusal of an entered address. */
function closedBy({ guard }: Services, { fields }: Connection, values: Readonly<Record<string, string>>) {
  const addresses = Object.keys(fields).flatMap((name) => values[name] ?? []);
  const screened = addresses.filter((value) => /^https?:/.test(value)).map((value) => guard.screen(value));
  return screened.find((screening) => !screening.ok);
}

/** Asks the service once, with these settings. Never rejects. */
export async function checkService(
  { serviceFetch }: Pick<Services, "serviceFetch">,
  name: string,
  settings: object,
): Promise<CheckResult> {
  const { CHECKS } = await import("../../connections/checks/list.ts");
  const check = CHECKS[name];
  if (!check) return { status: "ok", name: "" };
  const fetch = serviceFetch(() => settings);
  try {
    return await check(settings, { fetch, signal: AbortSignal.timeout(SERVICE_MS) });
  } catch {
    return { status: "broken", problem: "The service didn't answer in time. Try again in a moment." };
  }
}
