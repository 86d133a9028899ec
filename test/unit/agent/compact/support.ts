/** Messages and a scripted writer for the tests of compaction. */
import type { ModelEvent, ModelPort, ModelRequest } from "../../../../src/agent/ports/model.ts";
import type { MessageId } from "../../../../src/domain/ids.ts";
import { type Message, NO_USAGE, type Part } from "../../../../src/domain/message.ts";

let made = 0;

export function message(role: Message["role"], text: string, parts: Part[] = []): Message {
  made += 1;
  return {
    id: `msg_${String(made).padStart(6, "0")}` as MessageId,
    parent_id: null,
    role,
    parts: [{ type: "text", text }, ...parts],
    status: "complete",
    created_at: "2026-11-21T12:00:00.000Z",
  };
}

/** Questions and answers of about this many characters each. */
export function exchanges(count: number, characters = 40): Message[] {
  return Array.from({ length: count }, (_, index) => [
    message("user", `Question ${index} ${"q".repeat(characters)}`),
    message("assistant", `Answer ${index} ${"a".repeat(characters)}`),
  ]).flat();
}

export async function* inBatches(messages: readonly Message[], size = 2): AsyncGenerator<Message[], void> {
  for (let at = 0; at < messages.length; at += size) yield messages.slice(at, at + size);
}

type Answer = { text: string } | { failure: string };

/** Answers in this order, and remembers what it was asked. */
export function writer(...answers: Answer[]): ModelPort & { asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    asked.push(request);
    const answer = answers[asked.length - 1] ?? { text: "(nothing was scripted)" };
    const end = {
      usage: { ...NO_USAGE, input_tokens: 10, output_tokens: 2 },
      model: request.model,
      cost_usd: 0.001,
    };
    if ("failure" in answer) {
      yield { type: "failed", failure: { kind: "server", retryable: true, reason: answer.failure }, ...end };
      return;
    }
    for (const delta of answer.text.split(/(?<= )/)) yield { type: "text", delta };
    yield { type: "finish", reason: "stop", ...end };
  }
  return { asked, stream };
}

export function wordsOf(request: ModelRequest | undefined): string {
  return (
    request?.messages
      .flatMap(({ content }) => content.map((block) => ("text" in block ? block.text : "")))
      .join("") ?? ""
  );
}
