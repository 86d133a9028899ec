import { describe, expect, it } from "vitest";
import { linkAddress, ownPicture } from "../../../web/markdown/html/addresses.ts";
import { plainTags } from "../../../web/markdown/html/plain-tags.ts";

const HOME = "https://nightjar.example";

describe("links of a message", () => {
  it("may lead to pages, mail and telephones", () => {
    for (const href of [
      "https://example.org/a?b=c",
      "http://example.org/",
      "mailto:ana@example.org",
      "tel:+4930123",
    ]) {
      expect(linkAddress(href, HOME)).toBe(href);
    }
  });

  it("may not run anything", () => {
    for (const href of [
      "javascript:alert(1)",
      " JaVaScript:alert(1)",
      "java\nscript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "blob:x",
      "file:///etc/passwd",
    ]) {
      expect(linkAddress(href, HOME)).toBeUndefined();
    }
  });

  it("may not act on this Nightjar, but may fetch its files", () => {
    for (const href of [
      "/api/v1/conversations",
      "signin/abc",
      "/",
      "#x",
      "",
      `${HOME}/api/v1/me`,
      "/api/v1/files/../keys",
      "//nightjar.example/api/v1/me",
    ]) {
      expect(linkAddress(href, HOME)).toBeUndefined();
    }
    expect(linkAddress("/api/v1/files/fil_1", HOME)).toBe(`${HOME}/api/v1/files/fil_1`);
  });
});

describe("pictures of a message", () => {
  it("are loaded from our own storage only", () => {
    expect(ownPicture("/api/v1/files/fil_1?size=2", HOME)).toBe("/api/v1/files/fil_1?size=2");
    for (const src of [
      "https://evil.example/x.png?secret=1",
      "//evil.example/api/v1/files/x",
      "/api/v1/files/",
      "/api/v1/files/../me",
      "/api/v1/files/..%2f..%2fme",
      "/api/v1/files/a%5c..",
      "data:image/png;base64,xx",
      "x",
      "http://[",
    ]) {
      expect(ownPicture(src, HOME)).toBeUndefined();
    }
  });
});

describe("raw HTML of a message", () => {
  it("means what it says where it is plain", () => {
    expect(plainTags("H<sub>2</sub>O<br/>")).toBe("H<sub>2</sub>O<br/>");
  });

  it("is text where it is anything else", () => {
    expect(plainTags("<script>alert(1)</script>")).toBe("&#60;script&#62;alert(1)&#60;/script&#62;");
    expect(plainTags("<img src=x onerror=alert(1)>")).not.toContain("<img");
    expect(plainTags('<b onclick="x">')).toBe("&#60;b onclick=&#34;x&#34;&#62;");
    expect(plainTags("<Button>")).toBe("&#60;Button&#62;");
    expect(plainTags("a < b & c &amp; d")).toBe("a &#60; b &#38; c &amp; d");
    expect(plainTags("<sub<img src=x>")).not.toMatch(/<(?!\/?sub>)/);
  });

  it("loses its comments", () => {
    expect(plainTags("a<!-- <b> -->c")).toBe("ac");
  });
});
