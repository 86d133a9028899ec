/** Modes of conversations: read, told and changed. */
import { type Mode, modeNamed, modeRecord } from "../../../src/domain/fields/mode.ts";
import { changeConversation } from "../../api/conversations/conversations.ts";
import { nextMode } from "../../session/browser/next-mode.svelte.ts";
import { tell } from "../../ui/overlays/toasts.svelte.ts";
import { t } from "../../words/t.ts";
import { knownMode } from "./known-mode.svelte.ts";

/** `id`: null for the next new conversation. People are told of the change, or why there is none. */
export async function changeMode(id: string | null, name: string): Promise<void> {
  const mode = modeNamed(name);
  if (await setMode(id, mode)) tell(t("Mode: {mode}", { mode: t(modeRecord(mode).label) }));
}

/** Returns whether it is set; otherwise people are told why not. */
export async function setMode(id: string | null, mode: Mode): Promise<boolean> {
  if (id === null) {
    nextMode.name = mode;
    return true;
  }
  const before = knownMode.of(id);
  knownMode.set(id, mode);
  const changed = await changeConversation(id, { mode });
  if (changed.ok) return true;
  knownMode.set(id, before);
  tell(changed.reason, { level: "error" });
  return false;
}
