/** Memory as a client of the API sees it. */
import type { TalkMessage } from "../../src/agent/ports/memory.ts";
import type { NightjarTarget } from "../targets/nightjar.ts";
import { cpuTime } from "../targets/processes.ts";
import type { FoundMessage } from "./assistant/measure.ts";
import type { BenchTurn } from "./data.ts";

export const DEPTH = 20;

export interface Search {
  ids: string[];
  messages: FoundMessage[];
  rows: number;
  /** Milliseconds, as the client sees them. */
  took: number;
}

interface FoundItem {
  id: string;
  signals: { page: number };
  lacks: string[];
}

/** What a turn would look at, and how sure it is that it belongs. */
export interface Looked {
  id: string;
  belonging: number;
  recalled: boolean;
}

/** In the order of the conversation; the roles are known of what somebody told an assistant. */
export type IndexedTurn = BenchTurn & { role?: "user" | "assistant" };

export class Memory {
  readonly #target: NightjarTarget;
  items = 0;

  constructor(target: NightjarTarget) {
    this.#target = target;
  }

  async index(conversation: string, turns: readonly IndexedTurn[]): Promise<void> {
    for (let start = 0; start < turns.length; start += 1_000) {
      const items = turns.slice(start, start + 1_000);
      await this.#target.call("POST", "/memory/index", { conversation, items });
      this.items += items.length;
    }
  }

  async indexFile(file: { path: string; text: string }): Promise<void> {
    await this.#target.call("POST", "/memory/index", file);
    this.items += 1;
  }

  async search(question: string, conversation?: string): Promise<Search> {
    const scope = conversation === undefined ? "" : `&conversation=${encodeURIComponent(conversation)}`;
    const began = performance.now();
    const answer = await this.#target.call<{ items: FoundItem[]; rows_read: number }>(
      "GET",
      `/memory/search?q=${encodeURIComponent(question)}&k=${DEPTH}&explain=1${scope}`,
    );
    const took = performance.now() - began;
    const messages = answer.items.map(({ id, signals, lacks }) => ({
      id,
      isPage: signals.page > 0,
      gives: lacks.length === 0,
    }));
    return { ids: messages.map(({ id }) => id), messages, rows: answer.rows_read, took };
  }

  /** As a turn with this message does, after what was said before it. */
  async looked(message: string, earlier: readonly TalkMessage[] = []): Promise<Looked[]> {
    const talk = earlier.map(({ text }) => text).join("\n");
    const before = talk === "" ? "" : `&earlier=${encodeURIComponent(talk)}`;
    const path = `/memory/search?q=${encodeURIComponent(message)}&k=5&automatic=1${before}`;
    return (await this.#target.call<{ items: Looked[] }>("GET", path)).items;
  }

  /** CPU milliseconds that the instance has used so far. */
  cpu(): number {
    return cpuTime(this.#target.pid);
  }

  /** A request that does next to nothing: what the way there and back takes. */
  async bare(): Promise<number> {
    const began = performance.now();
    await this.#target.call("GET", "/memory/state");
    return performance.now() - began;
  }
}
