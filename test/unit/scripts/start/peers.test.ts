import { describe, expect, it } from "vitest";
import { believed } from "../../../../scripts/start/worker/front.js";
import { isWithin, networksOf, THIS_MACHINE } from "../../../../scripts/start/worker/peers.js";

it.each([
  ["127.0.0.1:5000", THIS_MACHINE, true],
  ["[::1]:5000", THIS_MACHINE, true],
  ["[::ffff:127.0.0.1]:5000", THIS_MACHINE, true],
  ["10.1.2.3:80", THIS_MACHINE, false],
  ["10.1.2.3:80", "10.0.0.0/8", true],
  ["11.1.2.3", "10.0.0.0/8", false],
  ["172.31.0.1", "192.168.0.1, 172.16.0.0/12", true],
  ["172.32.0.1", "172.16.0.0/12", false],
  ["[fd00:1::2]:443", "fd00::/8", true],
  ["[fe80::1]:443", "fd00::/8", false],
  ["10.0.0.2", "10.0.0.2", true],
  ["unix:", "0.0.0.0/0", false],
  ["", THIS_MACHINE, false],
])("%s is one of %s: %s", (peer, networks, within) => {
  expect(isWithin(networksOf(networks), peer)).toBe(within);
});

it.each(["ten", "10.0.0", "10.0.0.0/33", "10.0.0.300", "fd00::/129", "1::2::3", "10.0.0.1/"])(
  "%s is refused by its name",
  (text) => expect(() => networksOf(`127.0.0.1, ${text}`)).toThrow(`"${text}" is neither`),
);

describe("forwarded headers", () => {
  const headers = {
    "x-real-ip": "1.2.3.4",
    "x-forwarded-proto": "https",
    "x-client": "5.6.7.8",
    accept: "*/*",
  };
  const from = (clientIp: string) =>
    Object.assign(new Request("http://x/", { headers }), { cf: { clientIp } });

  it("are believed from a proxy on this machine, or from those that are named", () => {
    expect(believed(from("127.0.0.1:1"), {}).headers.get("x-real-ip")).toBe("1.2.3.4");
    expect(believed(from("10.0.0.9:1"), { TRUSTED_PROXIES: "10.0.0.9" }).headers.get("x-real-ip")).toBe(
      "1.2.3.4",
    );
  });

  it.each([
    ["from anybody else", "10.0.0.9:1", ""],
    ["from this machine, when others are named", "127.0.0.1:1", "10.0.0.9"],
  ])("are gone %s", (_, peer, TRUSTED_PROXIES) => {
    const request = believed(from(peer), { TRUSTED_PROXIES, CLIENT_ADDRESS_HEADER: "X-Client" });
    expect([...request.headers.keys()]).toEqual(["accept"]);
  });
});
