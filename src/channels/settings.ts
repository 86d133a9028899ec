/** Settings of the channels: each reads its own, by the names listed in `.dev.vars.example`. */
import type { z } from "zod";
import type { NotOpen } from "./channel.ts";

/**
 * Reads the settings of one account from the environment. The first account uses the plain names, every other one the
 * same names with `_ACCOUNT` appended (`TELEGRAM_BOT_TOKEN_SALES` for the account `sales`); the names in `shared` apply
 * to all accounts. Never throws: an error names the setting.
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
