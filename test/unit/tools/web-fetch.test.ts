import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { readPdf } from "../../../src/reader/pdf.ts";
import { readFile } from "../../../src/tools/files/file-text.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import type { KeptPage, PageCache } from "../../../src/tools/web/page-cache.ts";
import { createWebFetchTool } from "../../../src/tools/web/web-fetch.ts";
import { CLOSED } from "../../contract/guard/addresses.ts";
import { aContext, anAgent, call, contentOf, NOW } from "./support.ts";

type Answers = Record<string, (request: Headers) => Response>;

function web(answers: Answers) {
  const asked: { url: string; headers: Headers }[] = [];
  const pages = new Map<string, KeptPage>();
  const cache: PageCache = {
    get: async (owner, address) => pages.get(`${owner} ${address}`),
    put: async (owner, address, page) => void pages.set(`${owner} ${address}`, page),
  };
  const guard = createGuardedFetch({
    allow_hosts: [],
    resolve: async () => ["93.184.215.14"],
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      asked.push({ url, headers });
      return (
        answers[url]?.(headers) ??
        new Response("not here", { status: 404, headers: { "content-type": "text/plain" } })
      );
    },
  });
  return {
    asked,
    tool: createWebFetchTool({ fetch: guard, cache, readFile: (file) => readFile(file, readPdf) }),
  };
}

const typed =
  (type: string, body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) =>
  () =>
    new Response(body, { headers: { "content-type": type, ...more } });

const later = (ms: number) => aContext({ now: NOW + ms });

test("a page comes as Markdown, with its title, address and links, and is untrusted", async () => {
  const html =
    '<html><head><title>Owls</title></head><body><p>They hunt <a href="/night">at night</a>.</p></body></html>';
  const { tool } = web({ "https://example.com/owls": typed("text/html", html) });
  expect(await call(tool, { url: "example.com/owls" })).toEqual({
    ok: true,
    content: "# Owls\nhttps://example.com/owls\n\nThey hunt [at night](https://example.com/night).",
    trust: "untrusted",
    sources: [
      {
        kind: "page",
        url: "https://example.com/owls",
        title: "Owls",
        text: "They hunt [at night](https://example.com/night).",
      },
    ],
    links: ["https://example.com/night"],
  });
});

test("a document is read as one that was sent, and the reason is told when it cannot be", async () => {
  const word = zipSync({
    "word/document.xml": strToU8("<w:document><w:p><w:r><w:t>A letter</w:t></w:r></w:p></w:document>"),
  });
  const { tool } = web({
    "https://example.com/a.docx": typed("application/octet-stream", new Uint8Array(word)),
    "https://example.com/b.docx": typed("application/zip", new Uint8Array(word).slice(0, 60)),
  });
  const read = await call(tool, { url: "https://example.com/a.docx" });
  expect(read).toMatchObject({ ok: true, content: expect.stringContaining("A letter") });
  expect(await call(tool, { url: "https://example.com/b.docx" })).toMatchObject({
    ok: false,
    error: "The file can't be read. It is damaged or incomplete.",
  });
});

test.each([
  ["application/json", '{"a":1}', '{"a":1}'],
  ["text/plain; charset=utf-8", "words", "words"],
  ["application/xhtml+xml", "<html><body><p>x</p></body></html>", "x"],
  ["text/csv", "a,b\n1,2", "| a | b |\n| --- | --- |\n| 1 | 2 |"],
])("%s is read", async (type, body, text) => {
  const { tool } = web({ "https://example.com/": typed(type, body) });
  expect(await contentOf(tool, { url: "https://example.com/" })).toBe(
    type.includes("xhtml") ? `https://example.com/\n\n${text}` : `https://example.com/\n\n${text}`,
  );
});

test("an old encoding is read by the name that the server or the page gives it", async () => {
  const latin = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
  const { tool } = web({
    "https://example.com/a": typed("text/plain; charset=iso-8859-1", latin),
    "https://example.com/b": typed(
      "text/html",
      Uint8Array.from([...new TextEncoder().encode('<meta charset="windows-1252"><p>'), ...latin]),
    ),
  });
  expect(await contentOf(tool, { url: "https://example.com/a" })).toContain("café");
  expect(await contentOf(tool, { url: "https://example.com/b" })).toContain("café");
});

test("a PDF is read as text, page by page", async () => {
  const { tool } = web({
    "https://example.com/a.pdf": typed("application/pdf", onePagePdf("Night jars sleep by day")),
  });
  expect(await contentOf(tool, { url: "https://example.com/a.pdf" })).toBe(
    "https://example.com/a.pdf\n\n[page 1 of 1]\nNight jars sleep by day",
  );
});

test.each([
  ["image/png", "x", /image\/png; wanted/],
  ["application/pdf", "%PDF-1.4 broken", /The PDF can't be read. The PDF is damaged./],
  ["text/plain", "a\u0000b", /not text/],
])("%s that can't be read is an error with its reason", async (type, body, reason) => {
  const { tool } = web({ "https://example.com/": typed(type, body) });
  expect(await contentOf(tool, { url: "https://example.com/" })).toMatch(reason);
});

test("what a server says of an error is untrusted", async () => {
  const { tool } = web({});
  expect(await call(tool, { url: "https://example.com/none" })).toEqual({
    ok: false,
    error: "https://example.com/none answered 404. It says: not here",
    trust: "untrusted",
  });
});

describe("long pages", () => {
  const words = Array.from({ length: 9000 }, (_, n) => `word${n}`).join(" ");

  test("come in pieces that say where the next starts, from one request", async () => {
    const { tool, asked } = web({ "https://example.com/": typed("text/plain", words) });
    const pieces: string[] = [];
    for (let start = 0, more = true; more; ) {
      const content = await contentOf(tool, { url: "https://example.com/", start });
      const [, body = "", next] =
        /^https:\/\/example.com\/\n\n(.*)\n\n\[characters \d+ to \d+ of \d+(?:; start (\d+) goes on)?\]$/s.exec(
          content,
        ) ?? [];
      pieces.push(body);
      more = next !== undefined;
      start = Number(next ?? 0);
    }
    expect(pieces.join("")).toBe(words);
    expect(asked).toHaveLength(1);
  });

  test("end where they end", async () => {
    const { tool } = web({ "https://example.com/": typed("text/plain", "short") });
    expect(await contentOf(tool, { url: "https://example.com/", start: 99 })).toMatch(/only 5 characters/);
  });
});

describe("the cache", () => {
  test("answers for ten minutes, then asks whether the page still holds", async () => {
    const answers = {
      "https://example.com/": (headers: Headers) =>
        headers.get("if-none-match") === '"v1"'
          ? new Response(null, { status: 304 })
          : new Response("first", { headers: { "content-type": "text/plain", etag: '"v1"' } }),
    };
    const { tool, asked } = web(answers);
    for (const minutes of [0, 9, 11, 20, 22]) {
      expect(await contentOf(tool, { url: "https://example.com/" }, later(minutes * 60_000))).toContain(
        "first",
      );
    }
    expect(asked.map(({ headers }) => headers.get("if-none-match"))).toEqual([null, '"v1"', '"v1"']);
  });

  test("is each owner's own", async () => {
    const { tool, asked } = web({ "https://example.com/": typed("text/plain", "x") });
    await call(tool, { url: "https://example.com/" }, aContext({ owner: "usr_a" }));
    await call(tool, { url: "https://example.com/" }, aContext({ owner: "usr_b" }));
    expect(asked).toHaveLength(2);
  });
});

describe("an address that is not public is never asked for", () => {
  test.each(CLOSED.filter((address) => address.trim() !== "" && /:/.test(address)))("%j", async (address) => {
    const { tool, asked } = web({});
    expect(await call(tool, { url: address })).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
  });
});

test("after untrusted content an address that nobody named needs approval", () => {
  const { tool } = web({});
  const decide = (url: string, user_text: string) =>
    createPolicy().decide({
      tool,
      input: { url },
      agent: anAgent(),
      rules: {},
      turn: { tainted: true, user_text, seen_urls: [] },
    }).verdict;
  expect(decide("example.com/a", "read https://example.com/a")).toBe("allow");
  expect(decide("https://example.com/a?q=secret", "read https://example.com/a")).toBe("ask");
});

function onePagePdf(text: string): Uint8Array<ArrayBuffer> {
  const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return new TextEncoder().encode(body + xref + trailer) as Uint8Array<ArrayBuffer>;
}
