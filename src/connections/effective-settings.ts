/** Settings as they hold: those of the settings file, and those of the app where the file has none. */
import { type Connection, keyOf, settingName, settingsIn } from "../domain/fields/connections/connection.ts";
import { connectionNamed } from "../domain/fields/connections/list.ts";
import type { ConnectionKey, KeptConnection } from "./ports.ts";

/** Undefined for a setting that is absent or blank. */
export function textIn(env: object, name: string): string | undefined {
  const value: unknown = (env as Record<string, unknown>)[name];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Whether the settings file has this connection: then the app's values of it do not hold, so that no two bots are mixed. */
export function isInFile(env: object, connection: Connection, account: string): boolean {
  return textIn(env, settingName(keyOf(connection), account)) !== undefined;
}

/** `env` with the app's values; a value of the file always stays. Never throws. */
export function effectiveSettings(env: object, kept: readonly KeptConnection[]): object {
  const added = kept.flatMap((each) => Object.entries(heldValues(env, each)));
  return added.length === 0 ? env : { ...env, ...Object.fromEntries(added) };
}

/** Values of one connection that hold, by their full names. */
function heldValues(env: object, { name, account, values }: KeptConnection): Record<string, string> {
  const connection = connectionNamed(name);
  if (!connection || isInFile(env, connection, account)) return {};
  const known = settingsIn(connection).flatMap((setting) => {
    const [full, value] = [settingName(setting, account), values[setting]];
    return value === undefined || textIn(env, full) !== undefined ? [] : [[full, value] as const];
  });
  return Object.fromEntries(known);
}

/** Settings as they would hold with these values in place of what is kept of the connection. */
export function trialSettings(
  env: object,
  kept: readonly KeptConnection[],
  trial: ConnectionKey & Pick<KeptConnection, "values">,
): object {
  const others = kept.filter(({ name, account }) => name !== trial.name || account !== trial.account);
  return effectiveSettings(env, [...others, { ...trial, updated_at: 0 }]);
}
