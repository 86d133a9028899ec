/** Builders for the tests of the model layer. */
import type { ModelEvent, ModelMessage, ModelRequest, ToolSpec } from "../../../src/agent/ports/model.ts";
import type { ModelEntry, ProviderEntry } from "../../../src/providers/catalog/schema.ts";
import type { ProviderCall } from "../../../src/providers/provider.ts";

export function providerEntry(overrides: Partial<ProviderEntry> = {}): ProviderEntry {
  return {
    name: "acme",
    label: "Acme",
    protocol: "openai",
    key_variable: "ACME_API_KEY",
    base_url: "https://api.acme.test/v1",
    base_url_variable: "ACME_BASE_URL",
    max_tokens_field: "max_tokens",
    prompt_cache_key: false,
    responses_api: false,
    shows_models: [],
    key_optional: false,
    address_fields: [],
    abilities: ["chat"],
    known_by: [],
    lists_models: true,
    suggested_models: [],
    cache_breakpoints: [],
    reasoning_effort: "none",
    ...overrides,
  };
}

export function modelEntry(overrides: Partial<ModelEntry> = {}): ModelEntry {
  return {
    id: "acme/one",
    wire_id: "one",
    label: "One",
    known: true,
    context_window: 100_000,
    max_output_tokens: 8_000,
    capabilities: {},
    thinking: undefined,
    temperature: true,
    prices: [],
    documents: "native",
    ...overrides,
  };
}

export function modelRequest(overrides: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: "acme/one",
    system: [],
    messages: [user("Hello")],
    tools: [],
    max_output_tokens: 1_000,
    history_length: 0,
    ...overrides,
  };
}

export function providerCall(overrides: Partial<ProviderCall> = {}): ProviderCall {
  return {
    request: modelRequest(),
    provider: providerEntry(),
    model: modelEntry(),
    key: "key",
    base_url: undefined,
    limits: { first_byte_ms: 1_000, stall_ms: 1_000 },
    cache_lifetime: "5m",
    ...overrides,
  };
}

export function user(...texts: string[]): Extract<ModelMessage, { role: "user" }> {
  return { role: "user", content: texts.map((text) => ({ type: "text", text })) };
}

export function assistant(text: string): ModelMessage {
  return { role: "assistant", content: [{ type: "text", text }] };
}

export function called(call_id: string, name: string, input: unknown): ModelMessage {
  return { role: "assistant", content: [{ type: "tool_call", call_id, name, input }] };
}

export function result(call_id: string, name: string, content: string, is_error = false): ModelMessage {
  return { role: "tool", content: [{ type: "tool_result", call_id, name, content, is_error }] };
}

export function tools(...names: string[]): ToolSpec[] {
  return names.map((name) => ({ name, description: name, input: { type: "object", properties: {} } }));
}

export async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
