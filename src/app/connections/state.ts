/** State of each connection, as people see it. */
import { isInFile } from "../../connections/effective-settings.ts";
import type { ConnectionKey } from "../../connections/ports.ts";
import { isReachable } from "../../connections/reachable.ts";
import { isChatPlatform } from "../../domain/chat-platforms.ts";
import type { Connection } from "../../domain/fields/connections/connection.ts";
import { CONNECTIONS } from "../../domain/fields/connections/list.ts";
import { hintOf } from "../../storage/d1/models/account-rows.ts";
import type { ApiContext } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { servicesOf } from "./services.ts";

/** The first account of each connection, and every further one that was made in the app. */
export function connectionKeys(context: ApiContext): (ConnectionKey & { connection: Connection })[] {
  const kept = servicesOf(context).connections.list();
  return CONNECTIONS.flatMap((connection) => {
    const { name } = connection;
    const further = kept.filter((each) => each.name === name && each.account !== "");
    return ["", ...further.map(({ account }) => account)].map((account) => ({ name, account, connection }));
  });
}

export function connectionState(context: ApiContext, connection: Connection, account: string) {
  const { connections, env } = servicesOf(context);
  const { name } = connection;
  const kept = connections.get({ name, account });
  const isFiled = isInFile(env, connection, account);
  return {
    name,
    account,
    state: isFiled ? ("settings" as const) : kept ? ("connected" as const) : ("not_set" as const),
    values: isFiled ? {} : shownValues(connection, kept?.values ?? {}),
    updated_at: isFiled ? null : iso(kept?.updated_at),
    webhook_url: isChatPlatform(name) ? webhookUrl(context, { name, account }) : null,
    is_reachable: isReachable(context.req.url),
  };
}

/** A secret is shown by its last characters. */
function shownValues(
  { fields, shown = [] }: Connection,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const entered = Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (value === undefined) return [];
    const isSecret = field.kind === "code" && field.isSecret === true;
    return [[name, isSecret ? hintOf(value) : value] as const];
  });
  const derived = shown.flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]] as const],
  );
  return Object.fromEntries([...entered, ...derived]);
}

/** `url` is this instance's address, as the platform reaches it. */
export function webhookUrl(context: ApiContext, { name, account }: ConnectionKey, url?: string): string {
  const path = account === "" ? name : `${name}/${account}`;
  return new URL(`/webhooks/${path}`, url ?? context.req.url).href;
}
