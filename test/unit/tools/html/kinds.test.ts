/** Kinds of pages, which decide what is read of a page. */
import { describe, expect, test } from "vitest";
import { readHtml } from "../../../../src/tools/web/html/html.ts";

const words = (name: string, count: number) =>
  `<p>The ${name} says in one sentence what happened that day, and to whom of them all.</p>`.repeat(count);
const read = (body: string, head = "") =>
  readHtml(`<html><head>${head}</head><body>${body}</body></html>`, "https://example.com/a").markdown;
const data = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe("a thread", () => {
  const post = (name: string) =>
    `<div class="post"><dl class="postprofile"><dt><a class="username">${name}</a></dt><dd>Senior Member</dd><dd><b>Posts:</b> 1482</dd></dl><div class="postbody">${words(name, 2)}<div class="signature">Made in spring.</div></div></div>`;
  const markdown = read(
    `<h1>Which kiln?</h1><div id="comments">${["Ada", "Ben", "Cleo"].map(post).join("")}</div>`,
  );

  test("has each post under its writer's name", () => {
    expect(markdown).toMatch(
      /Which kiln\?[\s\S]*\*\*Ada\*\*\s+The Ada says[\s\S]*\*\*Cleo\*\*\s+The Cleo says/,
    );
  });

  test("lacks ranks, counts and signatures", () => {
    expect(markdown).not.toMatch(/Senior|1482|spring/);
  });

  test("may stand in forms that only its own reader could fill in", () => {
    const comment = (name: string) =>
      `<div class="comment"><form class="usertext"><input type="hidden">${words(name, 2)}</form></div>`;
    expect(read(`<div class="commentarea">${comment("first")}${comment("second")}</div>`)).toContain(
      "The second says",
    );
  });
});

test("an article that says so is read without comments that are longer than it is", () => {
  const body = `<div class="story">${words("story", 5)}</div><div class="comments-section">${words("reader", 40)}</div>`;
  expect(read(body)).toContain("The reader says");
  expect(read(body, '<meta property="og:type" content="article">')).not.toContain("The reader says");
});

test("a shop's collection keeps its cards above a long text", () => {
  const card = (at: number) =>
    `<li><a href="/p/${at}"><img alt=""></a><h3><a href="/p/${at}">Lamp ${at}</a></h3><span>€ ${at},50</span></li>`;
  const cards = `<ul>${Array.from({ length: 12 }, (_, at) => card(at)).join("")}</ul>`;
  const markdown = read(`<h1>Lamps</h1>${cards}${words("guide", 20)}`);
  expect(markdown).toContain("Lamp 11");
  expect(markdown).toContain("11,50");
});

test.each([
  "Related articles",
  "You might also like",
  "Mehr zum Thema",
  "À lire aussi",
  "Noticias relacionadas",
  "関連記事",
])("a heading that leads away goes with its links: %s", (heading) => {
  const links = ["one", "two"].map((name) => `<p><a href="/${name}">Another story, ${name}</a></p>`).join("");
  const markdown = read(`<article><h1>Bees</h1>${words("story", 8)}<h3>${heading}</h3>${links}</article>`);
  expect(markdown).toContain("The story says");
  expect(markdown).not.toContain("Another story");
  expect(markdown).not.toContain(heading);
});

test("a heading of those words stays above running text", () => {
  const markdown = read(`<article>${words("story", 8)}<h2>Contents</h2>${words("box", 6)}</article>`);
  expect(markdown).toMatch(/## Contents\s+The box says/);
});

describe("structured data", () => {
  const steps = [
    "Stir the flour into warm water with the yeast",
    "Knead it for ten minutes on a wooden board",
    "Bake it for an hour until it sounds hollow",
  ];
  const recipe = {
    "@type": "Recipe",
    recipeInstructions: steps.map((text) => ({ "@type": "HowToStep", text })),
  };

  test("keeps a side column that shows what it describes", () => {
    const list = `<aside class="sidebar"><ol>${steps.map((step) => `<li>${step}.</li>`).join("")}</ol></aside>`;
    const body = `<main>${words("cook", 9)}</main>${list}`;
    expect(read(body)).not.toContain("Knead it");
    expect(read(`<div>${words("cook", 9)}${list}</div>`, data(recipe))).toContain("Knead it");
  });

  test("stands in, with a note, for a text that only scripts would show", () => {
    const long = {
      "@type": "NewsArticle",
      articleBody: "The ferry sank at noon, and nobody was hurt. ".repeat(12),
    };
    const markdown = read("<div id='app'><h1>Ferry</h1></div>", data(long));
    expect(markdown).toMatch(/Its data, which readers do not see, says:\]\s+The ferry sank/);
    expect(read(words("page", 20), data(long))).not.toContain("ferry");
  });
});
