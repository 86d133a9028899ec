import { expect, test } from "vitest";
import { addressFor } from "../../../src/app/http/address/address-for.ts";

const PUBLIC = "https://agents.example.com";
const asked = (url: string, headers: Record<string, string> = {}, ...[publicUrl = PUBLIC]: [string?]) =>
  addressFor({ url, headers: new Headers(headers) }, publicUrl);

test.each([
  ["a proxy that passes the host", "http://agents.example.com/api/v1/me?a=1", {}],
  ["a proxy on this machine", "http://127.0.0.1:8787/api/v1/me?a=1", { "x-forwarded-proto": "https" }],
  ["a page behind a proxy that adds nothing", "http://127.0.0.1:8787/api/v1/me?a=1", { origin: PUBLIC }],
  ["another name of this machine", "http://192.168.1.7:8787/api/v1/me?a=1", {}],
])("%s: the request's address is the public one", (_name, url, headers) => {
  expect(asked(url, headers as Record<string, string>)).toBe(`${PUBLIC}/api/v1/me?a=1`);
});

test.each([
  ["this machine itself", "http://127.0.0.1:8787/api/v1/me", {}],
  ["this machine by its name", "http://localhost:8787/api/v1/me", {}],
  ["the public address", `${PUBLIC}/api/v1/me`, { "x-forwarded-proto": "https" }],
])("%s keeps the address that was asked", (_name, url, headers) => {
  expect(asked(url, headers as Record<string, string>)).toBeUndefined();
});

test("a port of the public address is kept, and without one there is none", () => {
  expect(asked("http://10.0.0.2:8787/x", {}, "https://agents.example.com:8443")).toBe(
    "https://agents.example.com:8443/x",
  );
  expect(asked("http://10.0.0.2:8787/x", {}, "http://agents.lan")).toBe("http://agents.lan/x");
  expect(addressFor({ url: "http://10.0.0.2:8787/x", headers: new Headers() })).toBeUndefined();
});
