/** Actions on every page. */
import { t } from "../words/t.ts";
import type { Action } from "./action.ts";
import type { App } from "./ports.ts";

export interface AppContext {
  readonly app: App;
  togglePalette(): void;
}

export const newConversation: Action<Pick<AppContext, "app">> = {
  name: "new-conversation",
  label: t("New conversation"),
  icon: "plus",
  keys: ["Mod+Shift+O"],
  run: ({ app }) => app.router.go("/"),
};

export const palette = {
  name: "palette",
  label: t("Search and run commands"),
  icon: "search",
  keys: ["Mod+K"],
  isUnlisted: true,
  run: ({ togglePalette }) => togglePalette(),
} as const satisfies Action<AppContext>;

export const signOut: Action<Pick<AppContext, "app">> = {
  name: "sign-out",
  label: t("Sign out"),
  icon: "out",
  async run({ app }) {
    const done = await app.signedIn.leave();
    if (!done.ok) app.tell(done.reason, { level: "error" });
  },
};

/** Actions in the order of the palette. */
export const appActions: readonly Action<AppContext>[] = [
  palette,
  newConversation,
  {
    name: "switch-theme",
    label: t("Switch between light and dark"),
    icon: "half",
    run({ app: { appearance } }) {
      appearance.theme = appearance.isDark ? "light" : "dark";
    },
  },
  signOut,
];
