import { describe, expect, it } from "vitest";
import { special, toCapnp } from "../../../../scripts/start/runtime/capnp.mjs";
import { configOf, configText } from "../../../../scripts/start/runtime/config.mjs";
import { shownLine } from "../../../../scripts/start/runtime/logs.mjs";
import { NIGHTJAR, servicesKept } from "../../../../scripts/start/runtime/prune.mjs";
import { compressed } from "../../../../scripts/start/worker/front.js";

const network = { name: "internet", network: { allow: ["public"], tlsOptions: {} } };
const nightjar = {
  name: NIGHTJAR,
  worker: {
    globalOutbound: { name: "outbound:0" },
    cacheApiOutbound: { name: "cache:0" },
    bindings: [
      { name: "ASSETS", service: { name: "assets:rpc-proxy:nightjar-web" } },
      { name: "JOBS", queue: { name: "queues:queue:jobs" } },
      { name: "MODE", text: "planned" },
    ],
  },
};
const queue = {
  name: "queues:queue:jobs",
  worker: { bindings: [{ name: "MINIFLARE_LOOPBACK", service: { name: "loopback" } }] },
};
const others = [
  "outbound:0",
  "cache:0",
  "core:entry",
  "loopback",
  "assets:rpc-proxy:nightjar-web",
  "assets:assets-service:nightjar-web",
].map((name) => ({ name, worker: {} }));

describe("the runtime's configuration", () => {
  const kept = servicesKept([nightjar, network, queue, ...others]);

  it("has what Nightjar reaches, and no door of miniflare's", () => {
    expect(kept.map(({ name }) => name).sort()).toEqual([
      "assets:assets-service:nightjar-web",
      NIGHTJAR,
      "internet",
      "queues:queue:jobs",
    ]);
    expect(kept.find(({ name }) => name === queue.name)?.worker.bindings).toEqual([]);
  });

  it("names the settings, and holds none of their values", () => {
    const config = configOf({ services: kept }, { host: "::1", port: 8787 }, ["ADMIN_TOKEN", "MODE"]);
    const [first] = config.services;
    expect(first.worker.bindings.slice(-2)).toEqual([
      { name: "ADMIN_TOKEN", fromEnvironment: "ADMIN_TOKEN" },
      { name: "MODE", fromEnvironment: "MODE" },
    ]);
    expect(JSON.stringify(config)).not.toContain("planned");
    expect(config.sockets.map((socket: { address: string }) => socket.address)).toEqual([
      "[::1]:8787",
      "127.0.0.1:0",
    ]);
  });

  it("is text of Cap'n Proto", () => {
    const value = {
      text: 'a "b"\\\n\u0007é',
      list: [1, true, { inMemory: special("void") }],
      file: special({ embed: "x.js" }),
      bytes: special({ data: "00ff" }),
    };
    expect(toCapnp(value)).toBe(
      String.raw`(text = "a \x22b\x22\x5c\x0a\x07é", list = [1, true, (inMemory = void)], file = embed "x.js", bytes = 0x"00ff")`,
    );
    expect(configText({ services: [] })).toContain("const config :Workerd.Config = (services = []);");
  });
});

it.each([
  ['{"timestamp":"1","level":"warn","message":"careful"}', "warn", "careful"],
  ['{"timestamp":"1","level":"log","message":"chatter"}', "warn", undefined],
  ['{"timestamp":"1","level":"log","message":"chatter"}', "debug", "chatter"],
  ['{"timestamp":"1","level":"error","message":"bad"}', "none", undefined],
  ['{"level":"warn","message":"NOSENTRY per-isolate bootstrap compile cache failed"}', "warn", undefined],
  ["Fatal: no such file", "warn", "Fatal: no such file"],
  ['{"half', "warn", '{"half'],
])("of %s, at %s, a person sees %s", (line, level, shown) => {
  expect(shownLine(line, level)).toBe(shown);
});

it.each([
  ["dbErrorMessage(err, db) = database or disk is full: SQLITE_FULL", /\(SQLITE_FULL\): its disk is full/],
  [
    "dbErrorMessage(err, db) = disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_SHMSIZE)",
    /\(SQLITE_IOERR\): its disk may be/,
  ],
])("a database that could not be used is told in words: %s", (reason, words) => {
  const message = `e = workerd/util/sqlite.c++:1827: failed: SQLite failed; ${reason}\nstack: /workerd@3c63c30; sentryTag = SENTRY_DO`;
  const shown = shownLine(JSON.stringify({ level: "error", message }), "warn");
  expect(shown).toMatch(words);
  expect(shown).not.toContain("stack");
});

describe("an answer is compressed", () => {
  const asked = (encoding: string) => new Request("http://x/", { headers: { "accept-encoding": encoding } });
  const of = (type: string, init: ResponseInit = {}) =>
    new Response("text", { ...init, headers: { "content-type": type, ...init.headers } });

  it.each(["text/html; charset=utf-8", "application/json", "text/javascript", "image/svg+xml"])(
    "when it is %s",
    (type) => {
      const made = compressed(asked("br, gzip"), of(type));
      expect(made.headers.get("content-encoding")).toBe("gzip");
      expect(made.headers.get("vary")).toContain("accept-encoding");
    },
  );

  it.each([
    ["it streams events", "gzip", of("text/event-stream")],
    ["it is a picture", "gzip", of("image/png")],
    ["nobody can read it so", "identity", of("text/html")],
    ["it is already", "gzip", of("text/html", { headers: { "content-encoding": "br" } })],
    ["it is a part", "gzip", of("text/html", { status: 206 })],
  ])("not when %s", (_, encoding, response) => {
    expect(compressed(asked(encoding), response)).toBe(response);
  });
});
