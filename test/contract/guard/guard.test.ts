import { describe, expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { parseAllowHosts } from "../../../src/guard/screen.ts";
import { CLOSED, OPEN } from "./addresses.ts";

const PUBLIC = async () => ["93.184.215.14"];
const bodyOf = (result: { ok: boolean; body?: Uint8Array }) => new TextDecoder().decode(result.body);

/** A network that answers by address and remembers what was asked of it. */
function network(answers: Record<string, () => Response> = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  return {
    asked,
    urls: () => asked.map(({ url }) => url),
    fetch: async (url: string, init: RequestInit) => {
      asked.push({ url, init });
      return answers[url]?.() ?? new Response("hello");
    },
  };
}

/** What a server can send as a location that leads away from its own page. */
const fitsInAHeader = (address: string) => URL.canParse(address) && /^[\x20-\x7e]+$/.test(address);

const redirect =
  (location: string, status = 302) =>
  () =>
    new Response(null, { status, headers: { location } });

test("the tables are as large as they should be and hold nothing twice", () => {
  expect(CLOSED.length).toBeGreaterThanOrEqual(150);
  expect(new Set([...CLOSED, ...OPEN]).size).toBe(CLOSED.length + OPEN.length);
});

describe("an address that is not public is never asked for", () => {
  test.each(CLOSED)("%j", async (address) => {
    const net = network();
    const guard = createGuardedFetch({ fetch: net.fetch, resolve: PUBLIC, allow_hosts: [] });
    expect(await guard.load(address)).toEqual({ ok: false, problem: "refused", reason: expect.any(String) });
    expect(guard.screen(address).ok).toBe(false);
    await expect(guard.fetch(address)).rejects.toMatchObject({ kind: "forbidden" });
    expect(net.asked).toEqual([]);
  });
});

describe("a public page that redirects there is not followed", () => {
  test.each(CLOSED.filter(fitsInAHeader))("%j", async (address) => {
    const net = network({ "https://example.com/start": redirect(address) });
    const guard = createGuardedFetch({ fetch: net.fetch, resolve: PUBLIC, allow_hosts: [] });
    expect(await guard.load("https://example.com/start")).toMatchObject({ ok: false, problem: "refused" });
    expect(net.urls()).toEqual(["https://example.com/start"]);
  });
});

describe("a public address is fetched", () => {
  test.each(OPEN)("%j", async (address) => {
    const net = network();
    const guard = createGuardedFetch({ fetch: net.fetch, resolve: PUBLIC, allow_hosts: [] });
    expect(await guard.load(address)).toMatchObject({ ok: true, status: 200 });
    expect(net.asked).toHaveLength(1);
  });
});

describe("names are looked up, and every address they point at must be public", () => {
  const closed = ["127.0.0.1", "10.0.0.7", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1", "garbage"];
  test.each(closed)("a name that points at %s is refused", async (address) => {
    const net = network();
    const resolve = async () => ["93.184.215.14", address];
    const guard = createGuardedFetch({ fetch: net.fetch, resolve, allow_hosts: [] });
    expect(await guard.load("https://rebound.example.com/")).toMatchObject({ ok: false, problem: "refused" });
    expect(net.asked).toEqual([]);
  });

  test("a name that does not exist is said to not exist", async () => {
    const guard = createGuardedFetch({ fetch: network().fetch, resolve: async () => [], allow_hosts: [] });
    expect(await guard.load("https://nowhere.example.com/")).toEqual({
      ok: false,
      problem: "unresolved",
      reason: "nowhere.example.com does not exist.",
    });
  });

  test("without an answer of the name server nothing is fetched", async () => {
    const net = network();
    const resolve = () => Promise.reject(new Error("the name server answered 503"));
    const guard = createGuardedFetch({ fetch: net.fetch, resolve, allow_hosts: [] });
    expect(await guard.load("https://example.com/")).toEqual({
      ok: false,
      problem: "unresolved",
      reason: expect.stringMatching(/name server answered 503\. .*DNS_OVER_HTTPS_URL.*FETCH_ALLOW_HOSTS/),
    });
    expect(net.asked).toEqual([]);
  });

  test("the name of each hop is looked up again", async () => {
    const net = network({ "https://a.example.com/": redirect("https://b.example.com/") });
    const looked: string[] = [];
    const resolve = async (host: string) => {
      looked.push(host);
      return host === "b.example.com" ? ["192.168.0.1"] : ["1.1.1.1"];
    };
    const guard = createGuardedFetch({ fetch: net.fetch, resolve, allow_hosts: [] });
    expect(await guard.load("https://a.example.com/")).toMatchObject({ ok: false, problem: "refused" });
    expect(looked).toEqual(["a.example.com", "b.example.com"]);
  });
});

describe("the operator's exceptions", () => {
  test("a host and port that is listed is fetched without a look-up", async () => {
    const net = network();
    const resolve = () => Promise.reject(new Error("offline"));
    const allow_hosts = parseAllowHosts("127.0.0.1:9600, NAS.local , [::1]:9601");
    const guard = createGuardedFetch({ fetch: net.fetch, resolve, allow_hosts });
    for (const address of ["http://127.0.0.1:9600/a", "http://nas.local:5000/", "http://[::1]:9601/"]) {
      expect(await guard.load(address), address).toMatchObject({ ok: true });
    }
    for (const address of [
      "http://127.0.0.1:9602/",
      "http://127.0.0.1/",
      "http://[::1]/",
      "http://u@nas.local/",
    ]) {
      expect(await guard.load(address), address).toMatchObject({ ok: false, problem: "refused" });
    }
  });

  test("a listed host may not redirect to one that is not", async () => {
    const net = network({ "http://127.0.0.1:9600/": redirect("http://127.0.0.1:9700/") });
    const guard = createGuardedFetch({ fetch: net.fetch, allow_hosts: ["127.0.0.1:9600"] });
    expect(await guard.load("http://127.0.0.1:9600/")).toMatchObject({ ok: false, problem: "refused" });
  });
});

describe("redirects", () => {
  const guardOf = (net: ReturnType<typeof network>) =>
    createGuardedFetch({ fetch: net.fetch, resolve: PUBLIC, allow_hosts: [] });

  test("a relative one is followed, and the last address is told", async () => {
    const net = network({ "https://example.com/a": redirect("../b?c=1") });
    expect(await guardOf(net).load("https://example.com/a")).toMatchObject({
      ok: true,
      url: "https://example.com/b?c=1",
    });
  });

  test("more than five are too many", async () => {
    const net = network({ "https://example.com/loop": redirect("/loop") });
    expect(await guardOf(net).load("https://example.com/loop")).toMatchObject({
      ok: false,
      problem: "refused",
    });
    expect(net.asked).toHaveLength(6);
  });

  test("keys stay with the first origin", async () => {
    const net = network({ "https://example.com/": redirect("https://other.example.org/") });
    const headers = { authorization: "Bearer k", "x-api-key": "k", "x-own": "k", accept: "text/html" };
    await guardOf(net).load("https://example.com/", { headers });
    expect(net.asked.map(({ init }) => Object.fromEntries(new Headers(init.headers)))).toEqual([
      headers,
      { accept: "text/html" },
    ]);
  });

  test("keys go along within one origin", async () => {
    const net = network({ "https://example.com/": redirect("/b") });
    await guardOf(net).load("https://example.com/", { headers: { authorization: "Bearer k" } });
    expect(new Headers(net.asked[1]?.init.headers).get("authorization")).toBe("Bearer k");
  });

  test.each([
    [301, "POST", "GET", null],
    [302, "POST", "GET", null],
    [303, "POST", "GET", null],
    [307, "POST", "POST", "body"],
    [308, "POST", "POST", "body"],
  ])("after %i a %s goes on as %s", async (status, method, next, body) => {
    const net = network({ "https://example.com/": redirect("/b", status) });
    await guardOf(net).load("https://example.com/", { method, body: "body" });
    expect(net.asked[1]?.init.method).toBe(next);
    expect(net.asked[1]?.init.body ?? null).toBe(body);
  });
});

describe("limits", () => {
  const guardOf = (response: () => Response | Promise<Response>) =>
    createGuardedFetch({ fetch: async () => response(), resolve: PUBLIC, allow_hosts: [] });

  test("a body that says it is too large is not read", async () => {
    const guard = guardOf(() => new Response("x", { headers: { "content-length": "6000000" } }));
    expect(await guard.load("https://example.com/")).toMatchObject({ ok: false, problem: "too_large" });
  });

  test("a body that turns out to be too large is dropped on the way", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const result = await guardOf(() => new Response(endless)).load("https://example.com/", {
      max_bytes: 5000,
    });
    expect(result).toMatchObject({ ok: false, problem: "too_large" });
    expect(pulled).toBeLessThan(10_000);
  });

  test("a body that never ends in time is given up", async () => {
    const stuck = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const fetch = async (_url: string, init: RequestInit) => {
      const { signal } = init;
      const body = stuck.pipeThrough(new TransformStream(), signal ? { signal } : {});
      return new Response(body);
    };
    const guard = createGuardedFetch({ fetch, resolve: PUBLIC, allow_hosts: [] });
    expect(await guard.load("https://example.com/", { timeout_ms: 30 })).toMatchObject({
      problem: "timeout",
    });
  });

  test("a server that never answers is given up, and a stop is told from a time-out", async () => {
    const fetch = (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason)),
      );
    const guard = createGuardedFetch({ fetch, resolve: PUBLIC, allow_hosts: [] });
    expect(await guard.load("https://example.com/", { timeout_ms: 20 })).toMatchObject({
      problem: "timeout",
    });
    const signal = AbortSignal.abort();
    expect(await guard.load("https://example.com/", { signal })).toMatchObject({ problem: "aborted" });
  });

  test("a type that is not wanted is refused, and a missing one passes", async () => {
    const accept = ["text/*", "application/json"];
    const typed = (type: string) => guardOf(() => new Response("x", { headers: { "content-type": type } }));
    expect(await typed("image/png").load("https://example.com/", { accept })).toMatchObject({
      problem: "wrong_type",
    });
    expect(await typed("TEXT/HTML; charset=utf-8").load("https://example.com/", { accept })).toMatchObject({
      ok: true,
    });
    const untyped = guardOf(() => new Response(new Uint8Array([104, 105])));
    expect(bodyOf(await untyped.load("https://example.com/", { accept }))).toBe("hi");
  });

  test("an error status is an answer, and a broken connection a reason", async () => {
    const missing = guardOf(() => new Response("gone", { status: 404 }));
    expect(await missing.load("https://example.com/")).toMatchObject({ ok: true, status: 404 });
    const broken = guardOf(() => Promise.reject(new Error("connection reset")));
    expect(await broken.load("https://example.com/")).toEqual({
      ok: false,
      problem: "network",
      reason: "https://example.com/ could not be reached: connection reset",
    });
  });
});

test("in the place of fetch it takes what fetch takes", async () => {
  const net = network();
  const guard = createGuardedFetch({ fetch: net.fetch, resolve: PUBLIC, allow_hosts: [] });
  const request = new Request("https://example.com/x", {
    method: "POST",
    body: "data",
    headers: { "x-k": "v" },
  });
  const response = await guard.fetch(request);
  expect(await response.text()).toBe("hello");
  expect(net.asked[0]).toMatchObject({ url: "https://example.com/x", init: { method: "POST" } });
  await guard.fetch(new URL("https://example.com/y"), { headers: { a: "b" } });
  expect(net.asked[1]?.url).toBe("https://example.com/y");
});
