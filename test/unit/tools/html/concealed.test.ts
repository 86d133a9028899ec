/** Text that a page conceals until its scripts run: shown, and said to be, only where it is nearly all there is. */
import { describe, expect, test } from "vitest";
import { readHtml } from "../../../../src/tools/web/html/html.ts";

const words = (name: string, count: number) =>
  `<p>The ${name} says in a sentence what happened. </p>`.repeat(count);
const read = (html: string) => readHtml(html, "https://example.com/a").markdown;
const NOTE = "[Includes text that the page hides until its scripts run.]";

describe("concealed text", () => {
  test.each([
    ["a forum in `noscript`", `<noscript>${words("post", 20)}</noscript>`],
    ["a page that fades in", `<main style="opacity:0;transform:none">${words("post", 20)}</main>`],
    ["a page that scripts show", `<div id="app" hidden>${words("post", 20)}</div>`],
  ])("is shown with a note where it is the page: %s", (_name, html) => {
    const markdown = read(`<nav>${words("menu", 30)}</nav>${html}<p>Loading</p>`);
    expect(markdown).toContain("The post says");
    expect(markdown.startsWith(NOTE)).toBe(true);
  });

  test.each([
    ["beside a page of its own", words("page", 10), words("order", 12)],
    ["on a page of a line", "<p>Hello.</p>", words("order", 4)],
  ])("is left out %s", (_name, seen, concealed) => {
    expect(
      read(`${seen}<div style="opacity:0">${concealed}</div><noscript>${concealed}</noscript>`),
    ).not.toMatch(/order|Includes/);
  });
});

test("sentences that fade in one by one are shown, small parts that a click opens are not", () => {
  const faded = `<p style="opacity:0">${words("card", 3)}</p>`.repeat(5);
  const menus = `<div style="display:none">${words("submenu", 2)}</div>`.repeat(9);
  const markdown = read(`<h1>Cards</h1>${faded}${menus}`);
  expect(markdown).toContain("The card says");
  expect(markdown).not.toContain("submenu");
});

describe("a page that is sent in parts", () => {
  const part = (id: number) => `<div hidden id="S:${id}">${words(`part${id}`, 4)}</div>`;
  const page = (scripts: string) =>
    `<main>${words("start", 8)}<template id="B:0"></template>${words("end", 8)}</main>${part(0)}<script>${scripts}</script>`;

  test("has each of them where its script puts it", () => {
    expect(read(page('$RC=function(){};$RC("B:0","S:0")'))).toMatch(
      /start says[\s\S]*part0 says[\s\S]*end says/,
    );
  });

  test("lacks a part that no script puts anywhere", () => {
    expect(read(page(""))).not.toContain("part0");
  });

  test("is read when its parts hold each other", () => {
    const parts = Array.from(
      { length: 1_500 },
      (_, at) => `<div hidden id="S:${at}"><template id="B:${at + 1}"></template>x</div>`,
    );
    const calls = parts.map((_, at) => `$RC("B:${at}","S:${at}")`).join(";");
    expect(read(`<template id="B:0"></template>${parts.join("")}<script>${calls}</script>`)).toContain("x");
  });
});

test.each([
  ["left open", `<head><title>T</title><meta name="a">`],
  ["left open in a `noscript`", "<head><title>T</title><noscript><img alt=x>"],
])("a head that is %s ends where the body begins", (_name, head) => {
  expect(read(`<html>${head}<body>${words("page", 9)}</body></html>`)).toContain("The page says");
});

test("what a page sets apart by its structure is left out also where nothing stands for its content", () => {
  const links = (name: string) => `<ul>${`<li><a href="/${name}">${name}</a></li>`.repeat(9)}</ul>`;
  const markdown = read(
    `<header>${links("menu")}</header><div>${links("entry")}</div><aside>${links("other")}</aside><footer>${links("imprint")}</footer>`,
  );
  expect(markdown).toContain("entry");
  expect(markdown).not.toMatch(/other|imprint/);
});
