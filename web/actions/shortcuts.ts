/** All shortcuts, for the sheet of keys. */
import { t } from "../words/t.ts";
import type { Action } from "./action.ts";
import { appActions } from "./app.ts";
import { composerActions } from "./composer.ts";
import { conversationActions } from "./conversation.ts";
import type { Keys } from "./keys.ts";
import { answerActions, personMessageActions } from "./message.ts";

interface Shortcut {
  readonly label: string;
  readonly keys: Keys;
}

/** Scopes from what is typed in to the whole app. */
export const SCOPES: Readonly<Record<string, readonly Omit<Action<never>, "when" | "run">[]>> = {
  composer: composerActions,
  message: personMessageActions,
  answer: answerActions,
  conversation: conversationActions,
  app: appActions,
};

/** The field's own. */
const NEW_LINE: Shortcut = { label: t("New line"), keys: "Shift+Enter" };

export const shortcuts: readonly Shortcut[] = Object.entries(SCOPES).flatMap(([scope, actions]) => {
  const own = actions.flatMap(({ label, keys }) => (keys === undefined ? [] : [{ label, keys: keys[0] }]));
  return scope === "composer" ? [...own, NEW_LINE] : own;
});
