import { describe, expect, it, vi } from "vitest";
import { offersOf } from "../../../../web/actions/action.ts";
import { appActions, signOut } from "../../../../web/actions/app.ts";
import { type ConversationContext, conversationActions, stop } from "../../../../web/actions/conversation.ts";
import {
  answerActions,
  type PersonMessageContext,
  personMessageActions,
} from "../../../../web/actions/message.ts";
import type { App, ConversationPage } from "../../../../web/actions/ports.ts";
import { SCOPES, shortcuts } from "../../../../web/actions/shortcuts.ts";

function fakeApp() {
  return {
    router: { go: vi.fn() },
    conversations: { change: vi.fn(), unarchive: vi.fn(), refresh: vi.fn() },
    selection: { begin: vi.fn(), toggle: vi.fn() },
    appearance: { theme: "system" as const, isDark: false },
    signedIn: { leave: vi.fn() },
    onPage: vi.fn(),
    closeChat: vi.fn(),
    copy: vi.fn(),
    download: vi.fn(),
    tell: vi.fn(),
  } satisfies App;
}

const page: ConversationPage = {
  isWorking: false,
  isCovered: false,
  isSummarised: false,
  stop: vi.fn(),
  summarise: vi.fn(),
  takeSummaryBack: vi.fn(),
  print: vi.fn(),
};

function conversation(over: Partial<ConversationContext> = {}): ConversationContext {
  const facts = { me: "ada", isOwner: true, isPinned: false, isChild: false, isShown: true };
  return { id: "cnv_1", ...facts, page, app: fakeApp(), ask: vi.fn(), ...over };
}

function labels(over: Partial<ConversationContext> = {}): string[] {
  return offersOf(conversationActions, conversation(over)).map(({ label }) => label);
}

function runs(name: string, context: ConversationContext): void {
  offersOf(conversationActions, context)
    .find((offer) => offer.name === name)
    ?.run();
}

describe("scopes", () => {
  it.each(Object.entries(SCOPES))("%s: no two actions share a name or keys", (_scope, actions) => {
    const names = actions.map(({ name }) => name);
    const keys = actions.flatMap((action) => action.keys ?? []);
    expect(names).toEqual([...new Set(names)]);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it("no scope takes keys from the whole app", () => {
    const { app = [], ...others } = SCOPES;
    const taken = new Set(app.flatMap(({ keys }) => keys ?? []));
    const inner = Object.values(others).flatMap((actions) => actions.flatMap(({ keys }) => keys ?? []));
    expect(inner.filter((keys) => taken.has(keys))).toEqual([]);
  });

  it("the sheet of keys lists every action that has some", () => {
    const withKeys = Object.values(SCOPES).flatMap((actions) => actions.filter(({ keys }) => keys));
    expect(withKeys.length).toBeGreaterThan(0);
    const listed = shortcuts.map(({ label }) => label);
    expect(listed).toEqual(expect.arrayContaining(withKeys.map(({ label }) => label)));
    expect(listed).toEqual([...new Set(listed)]);
  });
});

describe("a conversation", () => {
  const sort = ["Folder and tags", "Select"];
  const toSave = ["Save as Markdown", "Save as JSON", "Print"];

  it("offers its owner everything", () => {
    const begin = ["Pin", "Rename", "Share", "Share by link", ...sort, "Summarise for the model"];
    const checked = "Mark outside content as checked";
    expect(labels()).toEqual([...begin, checked, ...toSave, "Archive", "Delete"]);
    expect(labels({ page: { ...page, isSummarised: true } })).toContain("Undo summary");
    expect(labels({ isPinned: true })[0]).toBe("Unpin");
  });

  it("has the same menu in the list as on its page", () => {
    expect(labels({ page: null })).toEqual(labels());
    expect(labels({ page: null, isOwner: false })).toEqual(labels({ isOwner: false }));
  });

  it("is opened from the list for what only its page can do", () => {
    const app = fakeApp();
    runs("print", conversation({ app, page: null }));
    expect(app.onPage).toHaveBeenCalledExactlyOnceWith("cnv_1", expect.any(Function));
    app.onPage.mock.calls[0]?.[1](page);
    expect(page.print).toHaveBeenCalledOnce();
  });

  it("offers a member nothing that only its owner may do", () => {
    const seen = ["Select", ...toSave, "Who is in it"];
    expect(labels({ isOwner: false })).toEqual([...seen, "Leave"]);
    expect(labels({ isOwner: false, isChild: true })).toEqual(seen);
  });

  it("that is temporary is in no list, and can't be sorted or shared", () => {
    expect(labels({ isTemporary: true })).toEqual(expect.not.arrayContaining(["Share", ...sort]));
  });

  it("leaves its page when it is archived, and can be taken back", () => {
    const app = fakeApp();
    runs("archive", conversation({ app }));
    expect(app.router.go).toHaveBeenCalledExactlyOnceWith("/");
    expect(app.conversations.change).toHaveBeenCalledExactlyOnceWith("cnv_1", { archived: true });
    app.tell.mock.calls[0]?.[1].action.run();
    expect(app.conversations.unarchive).toHaveBeenCalledExactlyOnceWith("cnv_1");
  });

  it("is archived from the list, and the page of another one stays", () => {
    const app = fakeApp();
    runs("archive", conversation({ app, isShown: false, page: null }));
    expect(app.router.go).not.toHaveBeenCalled();
  });

  it.each([
    ["works", { isWorking: true }, true],
    ["rests", {}, false],
    ["works below a dialog", { isWorking: true, isCovered: true }, false],
  ])("that %s: whether it can be stopped", (_how, over, canStop) => {
    expect(stop.when?.(conversation({ page: { ...page, ...over } }))).toBe(canStop);
  });
});

describe("a message", () => {
  const message = (over: Partial<PersonMessageContext>) => {
    const acts = { fork: vi.fn(), remove: vi.fn(), edit: vi.fn(), withdraw: vi.fn() };
    const context = { app: fakeApp(), text: "Hi", isQueued: false, hasFiles: false, ...acts, ...over };
    return offersOf(personMessageActions, context).map(({ label }) => label);
  };

  it("of a person can be edited, or withdrawn as long as it waits", () => {
    expect(message({})).toEqual([
      "Copy message",
      "New conversation from here",
      "Edit and send again",
      "Delete message",
    ]);
    expect(message({ isQueued: true })).toEqual(["Edit", "Withdraw"]);
    expect(message({ isQueued: true, hasFiles: true })).toEqual(["Withdraw"]);
  });

  it("of an agent can be read aloud, and that stopped in the same place", () => {
    const acts = { fork: vi.fn(), remove: vi.fn(), toggleReading: vi.fn(), answerAgain: vi.fn() };
    const offered = (isReadAloud: boolean, shareLink: (() => void) | null = null) =>
      offersOf(answerActions, { app: fakeApp(), text: "Hi", isReadAloud, shareLink, ...acts }).map(
        ({ label }) => label,
      );
    const rest = ["Regenerate", "New conversation from here", "Delete answer"];
    expect(offered(false)).toEqual(["Copy answer", "Read aloud", ...rest]);
    expect(offered(false, () => {})).toContain("Share this answer by link");
    expect(offered(true)).toEqual(["Copy answer", "Stop reading aloud", ...rest]);
  });
});

describe("the app", () => {
  it("lists what the palette offers on every page", () => {
    const offers = offersOf(appActions, { app: fakeApp(), togglePalette: vi.fn() });
    expect(offers.map(({ label }) => label)).toEqual([
      "New conversation",
      "Switch between light and dark",
      "Sign out",
    ]);
  });

  it("says why nobody could be signed out", async () => {
    const app = fakeApp();
    app.signedIn.leave.mockResolvedValue({ ok: false, reason: "No network." });
    await signOut.run({ app });
    expect(app.tell).toHaveBeenCalledExactlyOnceWith("No network.", { level: "error" });
  });
});
