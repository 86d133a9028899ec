/** Reads and changes the settings of a model. */
import type { ModelSettingsFields } from "../../contract/instance/model-settings.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import type { ModelSettings } from "../../providers/settings/model-settings.ts";
import { valuesOf } from "../../providers/settings/values.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

export async function readSettings(context: ApiContext, id: string) {
  const { accounts, models, now } = servicesOf(context);
  await accounts.ready();
  const described = models.describe(id);
  const facts = models.facts(id);
  if (!described || !facts)
    throw new AppError("malformed_request", `model: there is no provider "${id.split("/")[0]}".`);
  return reply(200, { model: { ...described, name: described.label }, values: valuesOf(facts, now()) });
}

export async function changeSettings(
  context: ApiContext,
  { model, ...change }: SchemaOutput<typeof ModelSettingsFields>,
) {
  const { accounts, models } = servicesOf(context);
  await accounts.ready();
  const facts = models.facts(model);
  if (facts) {
    const settings = changed(facts.settings ?? {}, change);
    check(settings, facts.without);
    await accounts.setModel(model, settings);
  }
  return readSettings(context, model);
}

type Change = Omit<SchemaOutput<typeof ModelSettingsFields>, "model">;

function changed({ capabilities: before, ...settings }: ModelSettings, change: Change): ModelSettings {
  const { capabilities, ...values } = change;
  const able = kept({ ...before, ...capabilities });
  return { ...kept({ ...settings, ...values }), ...(Object.keys(able).length > 0 && { capabilities: able }) };
}

/** Leaves out the values that are null or absent. */
function kept<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const held = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(held) as { [Name in keyof T]?: NonNullable<T[Name]> };
}

function check(
  { context_window, max_output_tokens }: ModelSettings,
  without: { context_window: number; max_output_tokens: number },
): void {
  const window = context_window ?? without.context_window;
  if (max_output_tokens === undefined || max_output_tokens <= window) return;
  throw new AppError(
    "malformed_request",
    `max_output_tokens: an answer of ${max_output_tokens} tokens doesn't fit a context window of ${window}. Enter at most that.`,
  );
}
