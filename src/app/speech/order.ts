/** Order in which the providers of speech are asked, and whether they hear while somebody speaks. */

import type { SchemaOutput } from "../../contract/schema.ts";
import type { SpeechOrderFields } from "../../contract/speech.ts";
import { AppError } from "../../domain/errors.ts";
import { EVERY_MODEL } from "../../providers/settings/model-settings.ts";
import { EARS, liveEarOf, MOUTHS } from "../../voice/list.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

export async function readOrder(context: ApiContext) {
  const { accounts, ears, mouths, speechAccess } = servicesOf(context);
  await accounts.ready();
  const isAble = liveEarOf(ears(), speechAccess()) !== undefined;
  const hears_live = isAble ? accounts.snapshot().general?.hears_live !== false : null;
  return reply(200, { ears: ears().map(shown), mouths: mouths().map(shown), hears_live });
}

export async function changeOrder(
  context: ApiContext,
  { ears, mouths, hears_live }: SchemaOutput<typeof SpeechOrderFields>,
) {
  refuseUnknown("ears", ears, EARS);
  refuseUnknown("mouths", mouths, MOUTHS);
  const { accounts } = servicesOf(context);
  await accounts.ready();
  const before = accounts.snapshot().general ?? {};
  await accounts.setModel(EVERY_MODEL, {
    ...before,
    ...(ears && { ears }),
    ...(mouths && { mouths }),
    ...(hears_live !== undefined && { hears_live }),
  });
  return readOrder(context);
}

function refuseUnknown(
  field: string,
  named: readonly string[] | undefined,
  list: readonly { name: string }[],
): void {
  const known = list.map(({ name }) => name);
  const unknown = named?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new AppError("malformed_request", `${field}: ${unknown} is none of ${known.join(", ")}.`);
}

function shown({ name, label }: { name: string; label: string }) {
  return { name, label };
}
