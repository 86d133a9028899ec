/**
 * Cached lookups for facts that Slack leaves out of a message: people's names, and the threads that the bot takes part
 * in. A direct message needs neither.
 */
import { z } from "zod";
import { type InterfaceLanguage, interfaceLanguage } from "../../../domain/text/translated/languages.ts";
import { callSlack } from "../api.ts";
import type { SlackApp } from "../settings.ts";
import { fetchInstallation, type Installation, NOWHERE } from "./installation.ts";

interface SlackThread {
  channel: string;
  /** Time stamp of the thread's first message. */
  ts: string;
}

export interface ThreadMessage {
  user?: string | undefined;
  /** Name of an app that wrote it. */
  username?: string | undefined;
  text: string;
  ts: string;
}

export interface Workspace {
  /** A person's name; their id when Slack does not answer soon. Never rejects. */
  nameOf(user: string): Promise<string>;
  /** Language of a person's Slack, as far as it is known by now; otherwise it is asked for. */
  languageOf(user: string): InterfaceLanguage | undefined;
  /**
   * Whether the bot was mentioned in the thread or has written there. False when Slack does not answer soon. Never
   * rejects.
   */
  takesPart(thread: SlackThread, bot: string): Promise<boolean>;
  noteJoined(thread: SlackThread): void;
  /**
   * Messages of the thread before `until`, the newest ones; none where the bot was part of it before, or when Slack
   * does not answer soon. Never rejects.
   */
  threadBefore(thread: SlackThread, of: { bot: string; until: string }): Promise<ThreadMessage[]>;
  /** The workspace that the app is installed in; `NOWHERE` when Slack does not answer soon. Never rejects. */
  home(): Promise<Installation>;
}

/** Short, because Slack wants its response within 3 s and a person waits as well. */
const PATIENCE_MS = 1_000;
const KEPT_MS = 60 * 60_000;
const MOST_KEPT = 2_000;

export function createWorkspace(app: SlackApp, now: () => number): Workspace {
  const persons = new TtlCache<SlackPerson>(now);
  const threads = new TtlCache<boolean>(now);
  const homes = new TtlCache<Installation>(now);
  const keyOf = ({ channel, ts }: SlackThread) => `${channel}:${ts}`;
  return {
    nameOf: async (user) => (await persons.get(user, () => askedPerson(app, user)))?.name ?? user,
    languageOf(user) {
      // A direct message does not wait for it: the first text of Nightjar's own may be in English there.
      void persons.get(user, () => askedPerson(app, user)).catch(() => undefined);
      return persons.peek(user)?.language;
    },
    takesPart: async (thread, bot) =>
      (await threads.get(keyOf(thread), () => askedThread(app, thread, bot))) ?? false,
    threadBefore: async (thread, { bot, until }) => {
      const all = (await fetchThread(app, thread)) ?? [];
      const before = all.filter(({ ts }) => Number(ts) < Number(until));
      return hasBot(before, bot) ? [] : before.slice(-MOST_BEFORE);
    },
    noteJoined: (thread) => threads.set(keyOf(thread), true),
    home: async () =>
      (await homes.get("", () => fetchInstallation(app, AbortSignal.timeout(PATIENCE_MS)))) ?? NOWHERE,
  };
}

/** Cache with an expiry time that evicts its oldest entries. Unknown answers are not cached. */
class TtlCache<T> {
  private readonly entries = new Map<string, { value: T; until: number }>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  set(key: string, value: T): void {
    this.entries.delete(key);
    this.entries.set(key, { value, until: this.now() + KEPT_MS });
    const [oldest] = this.entries.keys();
    if (this.entries.size > MOST_KEPT && oldest !== undefined) this.entries.delete(oldest);
  }

  peek(key: string): T | undefined {
    const found = this.entries.get(key);
    return found && found.until > this.now() ? found.value : undefined;
  }

  async get(key: string, ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = this.peek(key);
    if (found !== undefined) return found;
    const value = await ask();
    if (value !== undefined) this.set(key, value);
    return value;
  }
}

const User = z.object({
  user: z.object({
    real_name: z.string().default(""),
    name: z.string().default(""),
    locale: z.string().optional().catch(undefined),
    profile: z.object({ display_name: z.string().default("") }).default({ display_name: "" }),
  }),
});

interface SlackPerson {
  name: string;
  language: InterfaceLanguage | undefined;
}

async function askedPerson(app: SlackApp, user: string): Promise<SlackPerson | undefined> {
  const request = { method: "users.info", fields: { user, include_locale: true } };
  const answered = await callSlack(app, request, AbortSignal.timeout(PATIENCE_MS));
  const found = answered.status === "ok" ? User.safeParse(answered.body).data?.user : undefined;
  if (!found) return undefined;
  const name = [found.profile.display_name, found.real_name, found.name].find((each) => each !== "");
  return name === undefined ? undefined : { name, language: interfaceLanguage(found.locale) };
}

const Replies = z.object({
  messages: z.array(
    z.object({
      user: z.string().optional(),
      username: z.string().optional(),
      text: z.string().default(""),
      ts: z.string().default(""),
    }),
  ),
});

/** Messages of a thread that the bot is called into. */
const MOST_BEFORE = 20;

async function fetchThread(
  app: SlackApp,
  { channel, ts }: SlackThread,
): Promise<ThreadMessage[] | undefined> {
  const request = { method: "conversations.replies", fields: { channel, ts, limit: 200 } };
  const answered = await callSlack(app, request, AbortSignal.timeout(PATIENCE_MS));
  return answered.status === "ok" ? Replies.safeParse(answered.body).data?.messages : undefined;
}

function hasBot(messages: readonly ThreadMessage[], bot: string): boolean {
  return messages.some(({ user, text }) => user === bot || text.includes(`<@${bot}`));
}

async function askedThread(app: SlackApp, thread: SlackThread, bot: string): Promise<boolean | undefined> {
  const messages = await fetchThread(app, thread);
  return messages && hasBot(messages, bot);
}
