/**
 * A realtime session: one connection, whose items are made those of each request. It answers one request at a time, as a
 * stream of events. Nothing in it lasts: whoever loses it opens another and gives it the conversation.
 */
import { bytesOf } from "../../../platform/bytes.ts";
import { parseJson } from "../../../platform/json.ts";
import { isObject, type JsonObject, listIn, objectIn, textIn } from "../../wire/json.ts";
import { changesTo, type SessionItem, SPARE } from "./changes.ts";
import { keyOfMade, type WantedItem } from "./items.ts";
import type { ModelSocket } from "./socket.ts";

export interface SessionRequest {
  /** Fields of the session, but its voice. */
  session: JsonObject;
  items: readonly WantedItem[];
  response: JsonObject;
}

type Answer = ReadableStreamDefaultController<Uint8Array>;

/** Deltas make up most of an answer, and the session learns nothing of them. */
const DELTA = /"type":\s*"response\.[a-z_.]*\.delta"/;
const HEAD = 400;

export class RealtimeSession {
  /** The connection is gone, or nobody knows what the session holds. */
  isLost = false;
  private readonly rested: (session: RealtimeSession) => void;
  private socket: ModelSocket | undefined;
  private answer: Answer | undefined;
  private isAnswering = false;
  private said = "";
  private items: SessionItem[] = [];
  private ids = 0;

  /** `rested` is called when an answer has ended or is wanted no more. */
  constructor(rested: (session: RealtimeSession) => void) {
    this.rested = rested;
  }

  /** Takes the connection, once it is open. */
  use(socket: ModelSocket): void {
    this.socket = socket;
  }

  get isFree(): boolean {
    return !this.isAnswering && !this.isLost;
  }

  /** Server-sent events of the answer. Throws when the connection is gone. */
  ask({ session, items, response }: SessionRequest): ReadableStream<Uint8Array> {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.answer = controller;
      },
      cancel: () => this.cancel(),
    });
    this.isAnswering = true;
    try {
      this.update(session);
      const changes = changesTo(this.items, items, () => this.createId());
      for (const event of changes.events) this.send(event);
      this.items = changes.items;
      this.send({ type: "response.create", response });
    } catch (error) {
      this.close();
      throw error;
    }
    return stream;
  }

  message(text: string): void {
    const value = DELTA.test(text.slice(0, HEAD)) ? undefined : parseJson(text);
    const event = isObject(value) ? value : undefined;
    if (event?.["type"] === "error") {
      if (textIn(objectIn(event, "error") ?? {}, "event_id").startsWith(SPARE)) return;
      this.isLost = true;
    }
    // Line ends between the fields would end the event.
    this.answer?.enqueue(bytesOf(`data: ${text.replace(/[\r\n]+/g, " ")}\n\n`));
    if (event?.["type"] === "response.done") this.done(objectIn(event, "response") ?? {});
  }

  closed(): void {
    this.isLost = true;
    this.answer?.error(new Error("the connection was closed"));
    this.answer = undefined;
  }

  close(): void {
    this.isLost = true;
    try {
      this.socket?.close();
    } catch {
      // It is gone, or belongs to an object that has ended.
    }
  }

  private update(session: JsonObject): void {
    const said = JSON.stringify(session);
    if (said !== this.said) this.send({ type: "session.update", session });
    this.said = said;
  }

  private done(response: JsonObject): void {
    for (const item of listIn(response, "output").filter(isObject))
      this.items.push({ id: textIn(item, "id"), key: keyOfMade(item) });
    this.isAnswering = false;
    const { answer } = this;
    this.answer = undefined;
    answer?.close();
    if (answer) this.rested(this);
  }

  /** The reader has gone. What the model has said until then stays an item that no request wants. */
  private cancel(): void {
    this.answer = undefined;
    if (!this.isAnswering) return;
    try {
      this.send({ type: "response.cancel", event_id: `${SPARE}${this.createId()}` });
    } catch {
      this.isLost = true;
    }
    this.rested(this);
  }

  private send(event: JsonObject): void {
    if (!this.socket || this.isLost) throw new Error("the session is gone");
    this.socket.send(JSON.stringify(event));
  }

  private createId(): string {
    this.ids += 1;
    return `item_${this.ids}`;
  }
}
