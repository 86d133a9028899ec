/** Copies text to the clipboard. False when the browser refused, which people are told. */
import { t } from "../words/t.ts";
import { tell } from "./overlays/toasts.svelte.ts";

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    tell(t("The browser blocked copying. Select the text and copy it yourself."), { level: "error" });
    return false;
  }
}
