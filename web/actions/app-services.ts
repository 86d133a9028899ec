/** The app's own services, for its actions. */

import { router } from "../session/browser/router.svelte.ts";
import { chatPath } from "../session/browser/routes.ts";
import { conversations } from "../session/list/conversation-list.svelte.ts";
import { selection } from "../session/list/selection.svelte.ts";
import { closeChat } from "../session/open-chats.ts";
import { signedIn } from "../session/person/me.svelte.ts";
import { copy } from "../ui/copy.ts";
import { tell } from "../ui/overlays/toasts.svelte.ts";
import { appearance } from "../ui/theme.svelte.ts";
import { pageActs } from "./page-acts.svelte.ts";
import type { App } from "./ports.ts";

export const app: App = {
  router,
  conversations,
  selection,
  appearance,
  signedIn,
  onPage(id, act) {
    pageActs.wait(id, act);
    router.go(chatPath(id));
  },
  closeChat,
  copy,
  download: (address) => location.assign(address),
  tell,
};
