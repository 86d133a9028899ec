/** The body of a delivery. Words are read when it is sent, with the rights that the endpoint's owner has then. */
import { z } from "zod";
import type { Principal } from "../domain/principal.ts";
import type { Endpoint, WebhookDelivery } from "./endpoint.ts";
import type { ConversationReading, Words } from "./ports.ts";

interface Telling {
  person: Principal;
  endpoint: Endpoint;
  delivery: WebhookDelivery;
}

/** The stored event, of which the ids are read. */
const Stored = z.looseObject({
  data: z.looseObject({
    message_id: z.string().optional(),
    call_ids: z.array(z.string()).optional(),
  }),
});

/** Undefined: the person may not read the conversation, or it is gone. */
export async function bodyOf(
  reading: ConversationReading,
  { person, endpoint, delivery }: Telling,
): Promise<string | undefined> {
  const { conversation_id: id, payload } = delivery;
  if (id === null) return payload;
  if (!(await reading.mayRead(person, id))) return undefined;
  if (endpoint.payload === "thin") return payload;
  const event = Stored.parse(JSON.parse(payload));
  const { message_id, call_ids = [] } = event.data;
  const messages = message_id === undefined ? [] : [message_id];
  const words = await reading.words(person, id, { messages, calls: call_ids });
  return JSON.stringify({ ...event, data: { ...event.data, ...shown(words) } });
}

function shown({ messages, asks }: Words): { text?: string; asks?: Words["asks"] } {
  const [message] = messages;
  return { ...(message && { text: message.text }), ...(asks.length > 0 && { asks }) };
}
