/** Reads and changes the settings of documents. */
import type { DocumentSettingsFields } from "../../contract/instance/model-settings.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { EVERY_MODEL, type GeneralSettings } from "../../providers/settings/model-settings.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

export async function readDocuments(context: ApiContext) {
  const { accounts, ocrEngine, ocrEngines } = servicesOf(context);
  await accounts.ready();
  const { documents = "native" } = accounts.snapshot().general ?? {};
  return reply(200, { documents, ocr: ocrEngine() ?? null, engines: ocrEngines() });
}

export async function changeDocuments(
  context: ApiContext,
  change: SchemaOutput<typeof DocumentSettingsFields>,
) {
  const { accounts, models } = servicesOf(context);
  await accounts.ready();
  const { ocr } = change;
  if (ocr?.includes("/") && !models.info(ocr).capabilities.image)
    throw new AppError("malformed_request", `ocr: ${ocr} doesn't see pictures. Choose a model that does.`);
  await accounts.setModel(EVERY_MODEL, changed(accounts.snapshot().general ?? {}, change));
  return readDocuments(context);
}

function changed(
  before: GeneralSettings,
  change: SchemaOutput<typeof DocumentSettingsFields>,
): GeneralSettings {
  const { documents: kept, ocr: chosen, ...others } = before;
  const { documents = kept, ocr = chosen } = change;
  return { ...others, ...(documents && { documents }), ...(ocr && { ocr }) };
}
