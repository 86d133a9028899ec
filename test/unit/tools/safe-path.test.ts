import { describe, expect, test } from "vitest";
import { safePath } from "../../../src/tools/workspace/safe-path.ts";
import { touchOfWrite } from "../../../src/tools/workspace/steering.ts";
import { computed } from "../../support/computed.ts";

const REFUSED = [
  "",
  ".",
  "./",
  "..",
  "../secret",
  "../../etc/passwd",
  "notes/../../secret",
  "notes/..",
  "notes/../notes/a.md",
  "notes/./a.md",
  "notes//a.md",
  "notes/",
  "/etc/passwd",
  "//server/share",
  "\\\\server\\share",
  "..\\secret",
  "notes\\a.md",
  "C:\\Windows",
  "c:/windows",
  "file:///etc/passwd",
  "https://example.com/a",
  "~/.ssh/id_rsa",
  "~root/a",
  "%2e%2e/secret",
  "%2e%2e%2fsecret",
  "..%2fsecret",
  "..%5csecret",
  "a/%2E%2E/b",
  "a/.%2e/b",
  "%252e%252e/secret",
  "..%252fsecret",
  "a%00.md",
  "a\u0000.md",
  "a\nb.md",
  "a\u001bb.md",
  "a\u007f.md",
  "a\u0085.md",
  "a\u200b.md",
  "a\u202egnp.md",
  "\ufeffa.md",
  "a\u2028.md",
  "．．/secret",
  "‥/secret",
  "…/secret",
  "a\u2215b",
  "a\u2044..\u2044b",
  "a\uff0fb",
  "a\uff3cb",
  "\ud800.md",
  "dir/../notes.md",
  "dir/./notes.md",
  " a.md",
  "a.md ",
  "a/ /b",
  "x".repeat(600),
  `${"y".repeat(250)}.md`,
  `${"a/".repeat(30)}b`,
];

const ALLOWED: [text: string, path: string][] = [
  ["notes.md", "notes.md"],
  ["notes/today.md", "notes/today.md"],
  ["./notes/today.md", "notes/today.md"],
  ["SOUL.md", "SOUL.md"],
  ["a b/c d.txt", "a b/c d.txt"],
  ["a..b.txt", "a..b.txt"],
  ["..hidden", "..hidden"],
  ["...", "..."],
  [".../a", ".../a"],
  ["notes/....", "notes/...."],
  [".config/settings.json", ".config/settings.json"],
  ["Übersicht/naïve café.md", "Übersicht/naïve café.md"],
  ["cafe\u0301.md", "café.md"],
  ["日本語/ファイル.txt", "日本語/ファイル.txt"],
  ["файл.md", "файл.md"],
  ["emoji 🦉.md", "emoji 🦉.md"],
  ["100%.md", "100%.md"],
  ["50%25 off.md", "50%25 off.md"],
  ["a+b&c=d'(e).md", "a+b&c=d'(e).md"],
  ["a/b/c/d/e/f/g.txt", "a/b/c/d/e/f/g.txt"],
  ["__proto__/constructor", "__proto__/constructor"],
  ["note: today.md".replace(": ", " - "), "note - today.md"],
];

describe("paths that could mean something else to somebody are refused", () => {
  test.each(REFUSED)("%j", (text) => {
    expect(safePath(text)).toEqual({
      ok: false,
      problem: expect.stringContaining("can't be used as a path"),
    });
  });

  test("more than forty of them", () => {
    expect(REFUSED.length).toBeGreaterThanOrEqual(40);
  });
});

describe("plain paths are taken", () => {
  test.each(ALLOWED)("%j", (text, path) => {
    expect(safePath(text)).toEqual({ ok: true, path });
  });
});

test("what can't be seen is made visible in the reason", () => {
  expect(safePath("a\u202eb")).toMatchObject({ problem: expect.stringContaining("a\\u{202e}b") });
});

describe("a path that is far too long is refused at once", () => {
  test.each([
    ["combining marks in the wrong order", `a${"\u0301\u0316".repeat(60_000)}`],
    ["leading ./", "./".repeat(500_000)],
    ["slashes", "a/".repeat(500_000)],
    ["encoded escapes", "%2525".repeat(200_000)],
    ["half characters", "\ud800".repeat(1_000_000)],
  ])("of %s", async (_name, text) => {
    const { ms } = await computed(() => {
      expect(safePath(text)).toMatchObject({ ok: false, problem: expect.stringContaining("512 bytes") });
      expect(touchOfWrite(text)).toEqual({ to: "nobody" });
    });
    // Milliseconds; half a minute and more without the limit.
    expect(ms).toBeLessThan(1_000);
  });
});
