import { describe, expect, test } from "vitest";
import { nameByProxy } from "../../../src/app/http/authentication/proxy-header.ts";

const SECRET = "proxy-secret-0123456789";
const SET = { TRUSTED_HEADER: "X-Remote-User", TRUSTED_PROXY_SECRET: SECRET };
const named = (name: string, secret?: string) =>
  new Headers({ "x-remote-user": name, ...(secret !== undefined && { "x-trusted-proxy-secret": secret }) });

describe("a header that names somebody", () => {
  test("is believed together with the proxy's secret", () => {
    expect(nameByProxy(named("ada@example.com", SECRET), SET)).toBe("ada@example.com");
  });

  test("means nothing where no such header is trusted", () => {
    expect(nameByProxy(named("ada", SECRET), {})).toBeUndefined();
    expect(nameByProxy(new Headers(), SET)).toBeUndefined();
  });

  test("is refused without the secret, with a wrong one, and while none is set", () => {
    expect(() => nameByProxy(named("ada"), SET)).toThrow(
      /believed only together with x-trusted-proxy-secret/,
    );
    expect(() => nameByProxy(named("ada", `${SECRET}0`), SET)).toThrow(/believed only/);
    expect(() => nameByProxy(named("ada", ""), SET)).toThrow(/believed only/);
    expect(() => nameByProxy(named("ada", SECRET), { TRUSTED_HEADER: "X-Remote-User" })).toThrow(/Set both/);
  });

  test("is refused where it is empty or holds more than one name", () => {
    const twice = named("ada", SECRET);
    twice.append("x-remote-user", "admin");
    expect(() => nameByProxy(twice, SET)).toThrow(/one username/);
    expect(() => nameByProxy(named("", SECRET), SET)).toThrow(/one username/);
  });
});
