/** Pictures by the provider that is connected here. */
import { serverText } from "../words/server-text.ts";
import { t } from "../words/t.ts";

interface Drawn {
  data?: { b64_json?: string }[];
  error?: { message?: string };
  reason?: string;
}

/** Draws a picture, of which nothing is kept: its address as data, or the reason why there is none. */
export async function drawPicture(
  prompt: string,
): Promise<{ ok: true; value: string } | { ok: false; reason: string }> {
  const response = await fetch("/v1/images/generations", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ prompt, response_format: "b64_json" }),
  }).catch(() => null);
  const drawn = (await response?.json().catch(() => null)) as Drawn | null | undefined;
  const bytes = drawn?.data?.[0]?.b64_json;
  if (response?.ok && bytes) return { ok: true, value: `data:image/png;base64,${bytes}` };
  const reason = drawn?.error?.message ?? drawn?.reason;
  return {
    ok: false,
    reason: reason === undefined ? t("Nightjar can't be reached.") : serverText(reason),
  };
}
