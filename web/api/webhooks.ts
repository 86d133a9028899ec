/** Webhook endpoints: addresses to which Nightjar sends events, and the deliveries to them. */
import type { Page } from "../../src/channels/web/wire.ts";
import type {
  EndpointChange,
  EndpointWithSecret,
  NewEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from "../../src/contract/hooks/webhooks.ts";
import { call, query, type Result } from "./http.ts";

export type { EndpointWithSecret, NewEndpoint, WebhookDelivery, WebhookEndpoint };

export function listEndpoints(): Promise<Result<{ items: WebhookEndpoint[] }>> {
  return call("GET", "/webhook-endpoints");
}

export function createEndpoint(endpoint: NewEndpoint): Promise<Result<EndpointWithSecret>> {
  return call("POST", "/webhook-endpoints", endpoint);
}

export function changeEndpoint(id: string, change: EndpointChange): Promise<Result<WebhookEndpoint>> {
  return call("PATCH", addressOf(id), change);
}

export function rotateSecret(id: string): Promise<Result<EndpointWithSecret>> {
  return call("POST", `${addressOf(id)}/secret`, {});
}

export function removeEndpoint(id: string): Promise<Result<null>> {
  return call("DELETE", addressOf(id));
}

export function testEndpoint(id: string): Promise<Result<WebhookDelivery>> {
  return call("POST", `${addressOf(id)}/test`, {});
}

export function listSent(id: string, cursor: string | null): Promise<Result<Page<WebhookDelivery>>> {
  return call("GET", `${addressOf(id)}/deliveries${query({ cursor })}`);
}

export function redeliver(id: string, delivery: string): Promise<Result<WebhookDelivery>> {
  return call("POST", `${addressOf(id)}/deliveries/${encodeURIComponent(delivery)}/redeliver`, {});
}

function addressOf(id: string): string {
  return `/webhook-endpoints/${encodeURIComponent(id)}`;
}
