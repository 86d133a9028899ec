/** Actions on what is being written. */
import { t } from "../words/t.ts";
import type { Action } from "./action.ts";

export interface ComposerContext {
  chooseFiles(): void;
  /** Does nothing as long as there is nothing to send. */
  send(): void;
}

export const attach: Action<Pick<ComposerContext, "chooseFiles">> = {
  name: "attach",
  label: t("Attach files"),
  icon: "clip",
  run: ({ chooseFiles }) => chooseFiles(),
};

export const send: Action<Pick<ComposerContext, "send">> = {
  name: "send",
  label: t("Send"),
  icon: "up",
  keys: ["Enter", "Mod+Enter", "Alt+Enter"],
  run: (composer) => composer.send(),
};

export const composerActions: readonly Action<ComposerContext>[] = [attach, send];
