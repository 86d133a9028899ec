/**
 * Sends push notifications to a person's browsers, each thing once. Messages that they have already read are
 * not sent.
 */
import type { AskNote } from "../../src/domain/conversation/attention.ts";
import type { Notice } from "../../src/push/subscription.ts";
import type { ConversationNews } from "./news.ts";
import type { PersonPorts } from "./ports.ts";
import type { Subscription, Subscriptions } from "./subscriptions.ts";

interface NotifierDeps extends Pick<PersonPorts, "log" | "now" | "standing" | "news" | "push"> {
  /** The person's id. */
  person: string;
  subscriptions: Subscriptions;
}

/** Age from which a message is not new any more: a rename alone notifies nobody. */
const NEW_MS = 10 * 60_000;
const MOST_AT_ONCE = 50;

export class Notifier {
  private readonly deps: NotifierDeps;

  constructor(deps: NotifierDeps) {
    this.deps = deps;
  }

  /** Reports changed conversations. Reads nothing when no browser is subscribed. Never rejects. */
  async notify(conversations: readonly string[]): Promise<void> {
    const { subscriptions, log } = this.deps;
    if (conversations.length === 0 || subscriptions.all().length === 0) return;
    try {
      for (const notice of await this.newIn(conversations.slice(0, MOST_AT_ONCE))) await this.send(notice);
    } catch (problem) {
      log.warn("person_not_notified", { problem: String(problem) });
    }
  }

  /** Keeps the browsers whose session is still valid and removes the rest. Never rejects. */
  async recheck(): Promise<void> {
    await Promise.all(this.deps.subscriptions.all().map((entry) => this.stands(entry)));
  }

  private async newIn(ids: readonly string[]): Promise<Notice[]> {
    const { person, news, subscriptions } = this.deps;
    const found = await news(person, ids);
    for (const id of ids) if (found.every((each) => each.id !== id)) subscriptions.forget(id);
    return found.flatMap((each) => this.noticeOf(each));
  }

  /**
   * The notice is recorded before it is sent: it arrives at most once, and the inbox lists it in any case.
   */
  private noticeOf(news: ConversationNews): Notice[] {
    const { subscriptions, now } = this.deps;
    const before = subscriptions.notified(news.id);
    const { said_seq } = news;
    subscriptions.note(news.id, { said_seq, asks: news.asks.map(({ call_id }) => call_id) });
    const ask = news.asks.find(({ call_id }) => !before.asks.includes(call_id));
    const isNew = now() - news.updated_at < NEW_MS;
    if (ask && isNew) return [noticeIn(news, wordsOf(ask))];
    return isNew && news.unread && said_seq > before.said_seq
      ? [noticeIn(news, "There is a new answer.")]
      : [];
  }

  private async send(notice: Notice): Promise<void> {
    const { subscriptions, push } = this.deps;
    const each = async (entry: Subscription) => {
      if (!(await this.stands(entry))) return;
      if ((await push(entry, notice, entry.contact)) === "gone") subscriptions.remove(entry.id);
    };
    await Promise.all(subscriptions.all().map(each));
  }

  /**
   * Whether the person who subscribed this browser is still signed in. When that cannot be read, nothing is
   * sent this time.
   */
  private async stands({ id, principal }: Subscription): Promise<boolean> {
    const { standing, subscriptions, log } = this.deps;
    try {
      if (await standing(principal)) return true;
      subscriptions.remove(id);
    } catch (problem) {
      log.warn("subscription_not_checked", { problem: String(problem) });
    }
    return false;
  }
}

function noticeIn({ id, title }: ConversationNews, body: string): Notice {
  const name = title.trim() === "" ? "New conversation" : title;
  return { title: name, body, path: `/c/${encodeURIComponent(id)}`, tag: id };
}

function wordsOf(ask: AskNote): string {
  return ask.type === "question" ? ask.text : `May ${ask.tool} be used? ${ask.text}`;
}
