/** Actions on a conversation. */
import { exportAddress } from "../api/conversations/conversations.ts";
import { removeMember } from "../api/conversations/members.ts";
import { t } from "../words/t.ts";
import type { Action } from "./action.ts";
import type { App, ConversationPage } from "./ports.ts";

export interface ConversationContext {
  readonly id: string;
  /** The signed-in person; null as long as nobody is known. */
  readonly me: string | null;
  readonly isOwner: boolean;
  readonly isPinned: boolean;
  /** Whether another conversation started it. */
  readonly isChild: boolean;
  /** Kept nowhere: it is in no list, and can't be named or shared. */
  readonly isTemporary?: boolean;
  /** Whether its page is the one that is shown. */
  readonly isShown: boolean;
  /** Null for a row of the list. */
  readonly page: ConversationPage | null;
  readonly app: App;
  /** Asks the person for what is needed: a title, a folder, members, a confirmation. */
  ask(what: "rename" | DialogName): void;
}

/** Dialogs about a conversation. */
export type DialogName = "sort" | "share" | "share-link" | "delete";

type Condition = (context: ConversationContext) => boolean;
const isOwner: Condition = (context) => context.isOwner;
const isKept: Condition = ({ isTemporary }) => !isTemporary;
const all =
  (...conditions: Condition[]): Condition =>
  (context) =>
    conditions.every((condition) => condition(context));

export const stop: Action<ConversationContext> = {
  name: "stop",
  label: t("Stop the answer"),
  icon: "stop",
  keys: ["Escape"],
  isUnlisted: true,
  when: ({ page }) => page?.isWorking === true && !page.isCovered,
  run: ({ page }) => page?.stop(),
};

/** Opens the conversation first where its page isn't shown. */
function onPage(act: (page: ConversationPage) => void) {
  return ({ page, app, id }: ConversationContext) => (page ? act(page) : app.onPage(id, act));
}

/** Menu of a conversation, in order: the same in the list, on the page and in the palette. */
export const conversationActions: readonly Action<ConversationContext>[] = [
  stop,
  {
    name: "pin",
    label: t("Pin"),
    icon: "pin",
    when: all(isOwner, isKept, ({ isPinned }) => !isPinned),
    run: ({ app, id }) => app.conversations.change(id, { pinned: true }),
  },
  {
    name: "unpin",
    label: t("Unpin"),
    icon: "pin",
    when: all(isOwner, ({ isPinned }) => isPinned),
    run: ({ app, id }) => app.conversations.change(id, { pinned: false }),
  },
  {
    name: "rename",
    label: t("Rename"),
    icon: "pencil",
    when: all(isOwner, isKept),
    run: ({ ask }) => ask("rename"),
  },
  {
    name: "share",
    label: t("Share"),
    icon: "person",
    when: all(isOwner, isKept),
    run: ({ ask }) => ask("share"),
  },
  {
    name: "share-link",
    label: t("Share by link"),
    icon: "link",
    when: all(isOwner, isKept),
    run: ({ ask }) => ask("share-link"),
  },
  {
    name: "sort",
    label: t("Folder and tags"),
    icon: "folder",
    when: all(isOwner, isKept),
    run: ({ ask }) => ask("sort"),
  },
  {
    name: "select",
    label: t("Select"),
    icon: "check",
    when: isKept,
    run({ app, id }) {
      app.selection.begin();
      app.selection.toggle(id);
    },
  },
  {
    name: "summarise",
    label: t("Summarise for the model"),
    icon: "fold",
    when: isOwner,
    run: onPage((page) => page.summarise()),
  },
  {
    name: "take-summary-back",
    label: t("Undo summary"),
    icon: "undo",
    when: all(isOwner, ({ page }) => page?.isSummarised === true),
    run: ({ page }) => page?.takeSummaryBack(),
  },
  {
    name: "checked",
    label: t("Mark outside content as checked"),
    icon: "check",
    when: isOwner,
    run({ app, id }) {
      void app.conversations.change(id, { outside_checked: true });
      app.tell(t("Noted. What was read here so far won't make the agent ask."));
    },
  },
  {
    name: "save-markdown",
    label: t("Save as Markdown"),
    icon: "down",
    run: ({ app, id }) => app.download(exportAddress(id, "markdown")),
  },
  {
    name: "save-json",
    label: t("Save as JSON"),
    icon: "down",
    run: ({ app, id }) => app.download(exportAddress(id, "json")),
  },
  { name: "print", label: t("Print"), icon: "print", run: onPage((page) => page.print()) },
  {
    name: "members",
    label: t("Who is in it"),
    icon: "person",
    when: (context) => !isOwner(context),
    run: ({ ask }) => ask("share"),
  },
  {
    name: "leave",
    label: t("Leave"),
    icon: "out",
    danger: true,
    // Members of a conversation are members of its children: one leaves the parent.
    when: (context) => !isOwner(context) && !context.isChild,
    run: leave,
  },
  { name: "archive", label: t("Archive"), icon: "archive", when: all(isOwner, isKept), run: archive },
  {
    name: "delete",
    label: t("Delete"),
    icon: "trash",
    danger: true,
    when: isOwner,
    run: ({ ask }) => ask("delete"),
  },
];

function archive({ app, id, isShown }: ConversationContext) {
  if (isShown) app.router.go("/");
  void app.conversations.change(id, { archived: true });
  app.tell(t("Archived."), {
    action: { label: t("Undo"), run: () => void app.conversations.unarchive(id) },
  });
}

async function leave({ app, id, me, isShown }: ConversationContext) {
  if (me === null) return;
  const left = await removeMember(id, me);
  if (!left.ok) return app.tell(left.reason);
  app.closeChat(id);
  if (isShown) app.router.go("/");
  await app.conversations.refresh();
}
