/** Pages, conversations, messages and agents as entries of the palette. */
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";
import type { AgentCard } from "../../../src/contract/agents/agents.ts";
import type { Offer } from "../../actions/action.ts";
import type { FoundMessage } from "../../api/conversations/conversations.ts";
import { nextAgent } from "../../session/browser/next-agent.svelte.ts";
import { router } from "../../session/browser/router.svelte.ts";
import { chatPath, messagePath } from "../../session/browser/routes.ts";
import { titleOf } from "../../session/titles.ts";
import { ago } from "../../ui/format.ts";
import { t } from "../../words/t.ts";
import type { Page } from "../pages.ts";
import type { Entry } from "./entries.ts";

const go = (path: string) => () => router.go(path);

export function conversationEntries(items: readonly ConversationSummary[], now: number): Entry[] {
  return items.map((item) => ({
    key: item.id,
    group: t("Conversations"),
    label: titleOf(item),
    note: ago(Date.parse(item.updated_at), now),
    icon: null,
    run: go(chatPath(item.id)),
  }));
}

/** `words`: the search, to be marked in the message. */
export function messageEntries(items: readonly FoundMessage[], words: string, now: number): Entry[] {
  return items.map((item) => ({
    key: `${item.conversation_id}:${item.message_id}`,
    group: t("Messages"),
    label: item.title || t("Untitled"),
    note: item.at === null ? "" : ago(Date.parse(item.at), now),
    icon: "chat",
    snippet: { text: item.snippet, marks: item.marks },
    run: go(messagePath(item.conversation_id, { message: item.message_id, words })),
  }));
}

export function pageEntries(pages: readonly Page[]): Entry[] {
  return pages.map(({ name, label, note = "", icon }) => ({
    key: `page:${name}`,
    group: t("Pages"),
    label,
    note,
    icon,
    run: go(`/${name}`),
  }));
}

/** Choosing an agent starts a conversation on the empty page. */
export function agentEntries(agents: readonly AgentCard[]): Entry[] {
  return agents.map(({ slug, name, role }) => ({
    key: `agent:${slug}`,
    group: t("Agents"),
    label: t("New conversation with {name}", { name }),
    note: role,
    icon: "person",
    run() {
      nextAgent.slug = slug;
      router.go("/");
    },
  }));
}

export function actionEntries(offers: readonly Offer[]): Entry[] {
  return offers.map(({ name, label, icon, run }) => ({
    key: `action:${name}`,
    group: t("Actions"),
    label,
    note: "",
    icon,
    run,
  }));
}
