/** The settings of a channel: each reads its own, by the names that `.dev.vars.example` lists. */
import type { z } from "zod";
import type { NotOpen } from "./channel.ts";

/**
 * What the environment says of one account: of the first one by the names as they are, of another by the same names with
 * `_ACCOUNT` behind them (`TELEGRAM_BOT_TOKEN_SALES` of the account `sales`); what `shared` names is the same for all.
 * Never throws: what is wrong is said with the name of the setting.
 */
export function settingsOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  { env, account, shared = [] }: { env: object; account: string; shared?: readonly string[] },
): z.output<z.ZodObject<Shape>> | NotOpen {
  const suffix = account === "" ? "" : `_${account.toUpperCase().replaceAll("-", "_")}`;
  const nameOf = (name: string) => (shared.includes(name) ? name : `${name}${suffix}`);
  const values = env as Record<string, unknown>;
  const found = Object.keys(schema.shape).map((name) => [name, values[nameOf(name)]]);
  const result = schema.safeParse(Object.fromEntries(found));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = nameOf(String(issue?.path[0] ?? ""));
  return { missing: `set ${name} (${issue?.message ?? "it is not valid"}).` };
}
