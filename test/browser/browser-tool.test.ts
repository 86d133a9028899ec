import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wireBrowsers } from "../../src/app/wiring/outside/browser.ts";
import { createGuardedFetch } from "../../src/guard/guarded-fetch.ts";
import { createBrowserTool } from "../../src/tools/browser/browser.ts";
import { type BrowserBehind, startBrowserBinding } from "../support/chromium/binding.ts";
import { aContext, call, contentOf, NOW } from "../unit/tools/support.ts";

let chromium: BrowserBehind;
/** Listens where nothing of a page may ever arrive. */
let inside: Server;
let insidePort = 0;
const arrived: string[] = [];

beforeAll(async () => {
  chromium = await startBrowserBinding();
  inside = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    response.end("secret");
  });
  inside.on("upgrade", (request, socket) => {
    arrived.push(`socket ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  insidePort = (inside.address() as AddressInfo).port;
});
afterAll(async () => {
  inside.close();
  await chromium.close();
});

type Pages = Record<string, string | (() => Response)>;

/** The tool, in a web of these pages. */
function browserIn(pages: Pages) {
  const asked: string[] = [];
  const kept: { media_type: string; bytes: Uint8Array }[] = [];
  const fetch = createGuardedFetch({
    allow_hosts: [],
    resolve: async () => ["93.184.215.14"],
    fetch: async (url, init) => {
      const body = init.body ? ` ${new TextDecoder().decode(init.body as Uint8Array)}` : "";
      asked.push(`${init.method} ${url}${body}`);
      const page = pages[url];
      if (typeof page === "function") return page();
      if (page === undefined) return new Response("", { status: 404 });
      const type = page.startsWith("<") ? "text/html; charset=utf-8" : "text/javascript";
      return new Response(page, { headers: { "content-type": type } });
    },
  });
  const files = {
    put: async (owner: string, file: { name: string; media_type: string; bytes: Uint8Array }) => {
      kept.push(file);
      const { name, media_type, bytes } = file;
      return { id: "fil_1", owner, name, media_type, size: bytes.length, created_at: NOW };
    },
  };
  const browsers = wireBrowsers(chromium.binding);
  if (!browsers) throw new Error("no binding");
  return { asked, kept, tool: createBrowserTool({ browsers, fetch, files }) };
}

const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } });

test("a page that scripts make is read as it is shown, and the browser is given back", async () => {
  const { asked, tool } = browserIn({
    "https://shop.example/": redirect("/list"),
    "https://shop.example/list":
      '<title>Owls</title><body><main id="m">Loading</main><script src="https://cdn.example/app.js"></script>',
    "https://cdn.example/app.js":
      "document.querySelector(\"main\").innerHTML = \"<h1>Two owls</h1><p>Barn and <a href='/snowy'>snowy</a>.</p><button>More</button><input placeholder='Search owls'>\"",
  });
  const context = aContext();
  const outcome = await call(tool, { url: "https://shop.example/" }, context);
  expect(outcome).toMatchObject({
    ok: true,
    trust: "untrusted",
    sources: [{ kind: "page", url: "https://shop.example/list", title: "Owls" }],
    links: ["https://shop.example/snowy"],
  });
  const content = "content" in outcome ? outcome.content : "";
  expect(content).toMatch(/^# Owls\nhttps:\/\/shop\.example\/list\n/);
  expect(content).toContain("Barn and [snowy](https://shop.example/snowy).");
  expect(content).toContain('[Buttons: "More"]');
  expect(content).toContain('[Fields: "Search owls"]');
  expect(asked.slice(0, 3)).toEqual([
    "GET https://shop.example/",
    "GET https://shop.example/list",
    "GET https://cdn.example/app.js",
  ]);
  expect(chromium.asked.map((each) => each.replace(/\/s\d+$/, "/s"))).toEqual([
    "POST /v1/devtools/browser?keep_alive=60000",
    "GET /v1/devtools/browser/s",
    "DELETE /v1/devtools/browser/s",
  ]);
});

test("steps fill in, choose, click and send; the first that can't be done ends them", async () => {
  const { asked, kept, tool } = browserIn({
    "https://form.example/":
      '<title>Form</title><form method="post" action="/send"><label>Name <input name="n"></label><select aria-label="Size"><option>small<option>large</select><textarea placeholder="Note" name="t"></textarea><button>Send it</button></form><p id="p"></p><script>document.querySelector("select").onchange = (e) => p.textContent = e.target.value</script>',
    "https://form.example/send": "<title>Thanks</title><p>We got it.</p>",
  });
  const url = "https://form.example/";
  const steps = [
    { fill: "name", text: "Ada & Co" },
    { fill: "Size", text: "large" },
    { fill: "Note", text: "ü" },
    { click: "send" },
  ];
  const sent = await contentOf(tool, { url, steps, screenshot: true });
  expect(sent).toMatch(/^# Thanks\nhttps:\/\/form\.example\/send\n\nWe got it\./);
  expect(asked.filter((each) => each.startsWith("POST"))).toEqual([
    "POST https://form.example/send n=Ada+%26+Co&t=%C3%BC",
  ]);
  expect(kept[0]?.media_type).toBe("image/jpeg");
  expect([...(kept[0]?.bytes.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);
  const lost = await contentOf(tool, { url, steps: [{ click: "Buy" }, { click: "send" }] });
  expect(lost).toContain('[step 1 was not done, nor those after it: There is nothing to click named "Buy".]');
  expect(asked.filter((each) => each.startsWith("POST"))).toHaveLength(1);
});

describe("a page has no network but the guarded one", () => {
  const tries = (port: number) => `<title>Evil</title><body><p>hello</p><script>
    const at = "127.0.0.1:${port}";
    const attempt = (act) => { try { act(); } catch {} };
    attempt(() => fetch("http://" + at + "/fetch", { mode: "no-cors" }).catch(() => {}));
    attempt(() => { new Image().src = "http://" + at + "/image"; });
    attempt(() => new WebSocket("ws://" + at + "/socket"));
    attempt(() => { const f = document.createElement("iframe"); document.body.append(f); new f.contentWindow.WebSocket("ws://" + at + "/frame-socket"); });
    attempt(() => { const f = document.createElement("iframe"); f.src = "//frame.example/"; document.body.append(f); });
    attempt(() => navigator.sendBeacon("http://" + at + "/beacon", "x"));
    attempt(() => window.open("http://" + at + "/popup"));
    attempt(() => new Worker(URL.createObjectURL(new Blob(["fetch('http://" + at + "/worker'); new WebSocket('ws://" + at + "/worker-socket')"]))));
    attempt(() => new EventSource("http://" + at + "/events"));
    attempt(() => navigator.serviceWorker.register("/sw.js"));
    attempt(() => { const l = document.createElement("link"); l.rel = "prefetch"; l.href = "http://" + at + "/prefetch"; document.head.append(l); });
    attempt(() => { const f = document.createElement("form"); f.method = "post"; f.target = "_blank"; f.action = "http://" + at + "/form"; document.body.append(f); f.submit(); });
    attempt(() => { const c = new RTCPeerConnection({ iceServers: [{ urls: "turn:" + at + "?transport=tcp", username: "a", credential: "b" }] }); c.createDataChannel("x"); c.createOffer().then((o) => c.setLocalDescription(o)); });
    fetch("https://api.example/ok").then((r) => r.text()).then((t) => document.body.append("api says " + t));
  </script>`;

  test.each(["http", "https"])("whatever it tries, over %s", async (scheme) => {
    const cors = () =>
      new Response("fine", { headers: { "access-control-allow-origin": "*", "content-type": "text/plain" } });
    const { asked, tool } = browserIn({
      [`${scheme}://evil.example/`]: tries(insidePort),
      [`${scheme}://frame.example/`]: tries(insidePort),
      "https://api.example/ok": cors,
    });
    const content = await contentOf(tool, { url: `${scheme}://evil.example/` });
    expect(content).toContain("hello");
    expect(content).toContain("api says fine");
    expect(asked).toContain(`GET ${scheme}://frame.example/`);
    expect(asked.filter((each) => each.includes("127.0.0.1"))).toEqual([]);
    expect(arrived).toEqual([]);
  });

  test("an address inside is refused, named, redirected to or clicked", async () => {
    const closed = `http://127.0.0.1:${insidePort}/`;
    const { tool } = browserIn({
      "https://go.example/": redirect(closed),
      "https://link.example/": `<title>Link</title><p>here</p><a href="${closed}">go inside</a>`,
    });
    const before = chromium.asked.length;
    expect(await contentOf(tool, { url: closed })).toMatch(/^error: .*is not fetched/);
    expect(chromium.asked.length).toBe(before);
    expect(await contentOf(tool, { url: "https://go.example/" })).toMatch(
      /^error: .*127\.0\.0\.1.* is not fetched/,
    );
    const steps = [{ click: "go inside" }];
    expect(await contentOf(tool, { url: "https://link.example/", steps })).not.toContain("secret");
    expect(arrived).toEqual([]);
  });
});

test("a browser that is not to be had says so", async () => {
  const busy = wireBrowsers({ fetch: async () => new Response("", { status: 429 }) });
  await expect(busy?.open(new AbortController().signal)).rejects.toThrow(/in use.*\(429\)/);
  expect(wireBrowsers(undefined)).toBeUndefined();
});
