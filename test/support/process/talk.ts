/** One conversation of a real instance, with a model of its own: many of them can be at different points of a turn at once. */
import type { Message } from "../../../src/channels/web/wire.ts";
import type { ConversationSocket } from "./conversation-socket.ts";
import { isEnd } from "./events.ts";
import type { Nightjar } from "./nightjar.ts";
import type { Script, ScriptedModel, Voice } from "./scripted-model.ts";

export interface Said {
  role: string;
  status: string;
  text: string;
}

/** As it stands in the conversation. */
export const user = (text: string): Said => ({ role: "user", status: "complete", text });
export const answer = (text: string, status = "complete"): Said => ({ role: "assistant", status, text });

interface Receipt {
  turn_id: string;
  duplicate: boolean;
}

export class Talk {
  readonly id: string;
  /** The conversation's share of the model: its requests and scripts. */
  readonly voice: Voice;
  /** Its messages begin with it. */
  private readonly name: string;
  private readonly nightjar: Nightjar;

  private constructor(nightjar: Nightjar, name: string, id: string, voice: Voice) {
    this.nightjar = nightjar;
    this.name = name;
    this.id = id;
    this.voice = voice;
  }

  /** `name` is unlike that of any other, and the beginning of none. */
  static async begin(
    { nightjar, model }: { nightjar: Nightjar; model: ScriptedModel },
    name: string,
    ...scripts: Script[]
  ): Promise<Talk> {
    const voice = model.voice(`${name}: `);
    voice.script(...scripts);
    return new Talk(nightjar, name, await nightjar.createConversation(), voice);
  }

  /** The message that `say` makes of the text. */
  words(text: string): string {
    return `${this.name}: ${text}`;
  }

  say(text: string, key = "one"): Promise<Receipt> {
    return this.post<Receipt>("messages", { text: this.words(text), client_id: key });
  }

  post<T>(route: string, body: unknown = {}): Promise<T> {
    return this.nightjar.request<T>("POST", `/conversations/${this.id}/${route}`, body);
  }

  socket(cursor = 0): Promise<ConversationSocket> {
    return this.nightjar.socket(this.id, cursor);
  }

  /** A reader of all of it, once so many turns have ended. */
  async ended(turns = 1): Promise<ConversationSocket> {
    const socket = await this.socket();
    let ends = 0;
    await socket.event((event) => isEnd(event) && ++ends === turns);
    return socket;
  }

  async messages(): Promise<Said[]> {
    const { items } = await this.nightjar.request<{ items: Message[] }>(
      "GET",
      `/conversations/${this.id}/messages`,
    );
    return items.map(({ role, status, parts }) => {
      const words = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
      return { role, status, text: words.join("") };
    });
  }

  /** The ledger's counts for this conversation: all calls, and those with an estimated cost. */
  async calls(): Promise<{ calls: number; estimated_calls: number }> {
    const { items } = await this.nightjar.request<{
      items: { key: string; calls: number; estimated_calls: number }[];
    }>("GET", "/cost?period=all&by=conversation");
    const { calls, estimated_calls } = items.find(({ key }) => key === this.id) ?? NONE;
    return { calls, estimated_calls };
  }
}

const NONE = { calls: 0, estimated_calls: 0 };
