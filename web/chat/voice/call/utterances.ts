/** Utterances of a call, on their way into the conversation: kept until they have been sent, in their order, and never sent twice. */
import type { Interruption, SendOutcome } from "./controller.ts";
import type { Cut, LiveUtterance, SaidWords, Utterance } from "./types.ts";

export interface KeptUtterance {
  /** Key of the message that it becomes. */
  client_id: string;
  /** Null: a conversation that does not exist yet. */
  conversation: string | null;
  /** ms since the epoch. */
  at: number;
  said: { recording: Blob } | SaidWords;
  cut: Cut | null;
  /** Id of the call whose question or approval the words answer. */
  answers?: string;
}

/** Keeps them over a reload. */
export interface UtteranceStore {
  put(kept: KeptUtterance): Promise<void>;
  remove(client_id: string): Promise<void>;
  /** Utterances of that conversation, in the order in which they were said. */
  list(conversation: string | null): Promise<KeptUtterance[]>;
}

type Transcribed = ({ ok: true } & SaidWords) | { ok: false; reason: string; isRetryable: boolean };

interface UtteranceDeps {
  store: UtteranceStore;
  conversation(): string | null;
  /** Transcribes a recording once, however often it comes under the same id. */
  transcribe(recording: Blob, client_id: string): Promise<Transcribed>;
  /** Id of the call that words answer now; undefined: they become a message. */
  awaits(): string | undefined;
  /** Resolves once nothing of it is lost any more: the conversation has it as a message, or it is known how the answer went. Never rejects. */
  say(words: SaidWords, how: Pick<KeptUtterance, "client_id" | "cut" | "answers">): Promise<void>;
  newClientId(): string;
  now(): number;
  /** Calls `run` once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
}

interface Waiting {
  kept: KeptUtterance;
  /** Resolved once the browser's database has it. */
  isKept: Promise<void>;
  /** Asked once: what it can't tell, the recording does. */
  live?: LiveUtterance | undefined;
  worded(): Cut | null;
  /** Told once: how the first try went. */
  settle(outcome: SendOutcome): void;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

export class Utterances {
  private waiting: readonly Waiting[] = [];
  private readonly deps: UtteranceDeps;
  private isRunning = false;
  private tries = 0;
  private cancel: () => void = () => undefined;

  constructor(deps: UtteranceDeps) {
    this.deps = deps;
  }

  /** Whether something that was said is not sent. */
  get isBusy(): boolean {
    return this.waiting.length > 0;
  }

  send(utterance: Utterance, { cut, worded }: Interruption): Promise<SendOutcome> {
    const { store, conversation, newClientId, now } = this.deps;
    const { live, ...said } = { live: undefined, ...utterance };
    const kept = { client_id: newClientId(), conversation: conversation(), at: now(), said, cut };
    const isKept = store.put(kept);
    return new Promise((settle) => this.add({ kept, isKept, live, worded, settle }));
  }

  /** Sends what an earlier page could not. */
  async restore(): Promise<void> {
    for (const kept of await this.deps.store.list(this.deps.conversation())) {
      const isKnown = this.waiting.some((other) => other.kept.client_id === kept.client_id);
      if (!isKnown)
        this.add({ kept, isKept: Promise.resolve(), worded: () => kept.cut, settle: () => undefined });
    }
  }

  /** Tries again at once: the network is back. */
  retry(): void {
    this.cancel();
    this.tries = 0;
    void this.run();
  }

  private add(item: Waiting): void {
    this.waiting = [...this.waiting, item];
    void this.run();
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (let [next] = this.waiting; next; [next] = this.waiting) {
      const outcome = await this.one(next);
      // "It is sent later" is told when a reload no longer loses it.
      if (outcome.status === "kept") await next.isKept;
      next.settle(outcome);
      if (outcome.status === "kept") {
        this.later();
        break;
      }
      this.waiting = this.waiting.filter((item) => item !== next);
    }
    this.isRunning = false;
  }

  private async one(waiting: Waiting): Promise<SendOutcome> {
    const { store, awaits, say } = this.deps;
    const { kept, worded } = waiting;
    const { client_id } = kept;
    const heard = await this.heard(waiting);
    if (!heard.ok) {
      if (heard.isRetryable) return { status: "kept", reason: heard.reason };
      await store.remove(client_id);
      return { status: "failed", reason: heard.reason };
    }
    const { recording_id } = heard;
    const text = heard.text.trim();
    const words = { text, ...(recording_id !== undefined && { recording_id }) };
    if (text === "") {
      await store.remove(client_id);
      return { status: "nothing" };
    }
    const answers = kept.answers ?? awaits();
    // A reload from here on sends the words, which don't wait for this.
    const isKept = store.put({ ...kept, said: words, ...(answers !== undefined && { answers }) });
    const isSaid = say(words, {
      client_id,
      cut: worded(),
      ...(kept.answers !== undefined && { answers: kept.answers }),
    });
    await Promise.all([isKept, isSaid]);
    await store.remove(client_id);
    return { status: "sent", text };
  }

  private async heard(waiting: Waiting): Promise<Transcribed> {
    const { said, client_id } = waiting.kept;
    if ("text" in said) return { ok: true, ...said };
    const { live } = waiting;
    waiting.live = undefined;
    const words = await live?.finish(client_id);
    return words ? { ok: true, ...words } : this.deps.transcribe(said.recording, client_id);
  }

  private later(): void {
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.tries);
    this.tries += 1;
    this.cancel();
    this.cancel = this.deps.after(wait, () => void this.run());
  }
}
