import { expect, it } from "vitest";
import { pagesOf } from "../../../../src/cli/connection/pages.mjs";
import { Printer } from "../../../../src/cli/terminal/printer.mjs";

interface Bird {
  name: string;
  song: string | null;
}

const BIRDS: Bird[] = [
  { name: "owl", song: "hoo\u001b[31m\thoo" },
  { name: "nightjar", song: null },
  { name: "lark", song: "trill" },
];
const COLUMNS = [
  { head: "NAME", of: ({ name }: Bird) => name },
  { head: "SONG", of: ({ song }: Bird) => song },
];

/** Pages of two, as the API gives them. */
const read = async ({ cursor, limit }: { cursor: string | null; limit: number }) => {
  const from = Number(cursor ?? 0);
  const size = Math.min(2, limit);
  const more = from + size < BIRDS.length;
  return { items: BIRDS.slice(from, from + size), next_cursor: more ? String(from + size) : null };
};

async function printed(sink: { isTTY?: boolean; columns?: number }, json = false, most?: number) {
  let out = "";
  const writes: string[] = [];
  const write = (text: string) => {
    writes.push(text);
    out += text;
  };
  await new Printer({ ...sink, write }, { json }).list(pagesOf(read, most), {
    columns: COLUMNS,
    none: "No bird.",
  });
  return { out, writes };
}

it("is a table with a head in a terminal, without the colours that a text brings", async () => {
  process.env["NO_COLOR"] = "1";
  expect((await printed({ isTTY: true })).out).toBe(
    "NAME      SONG\nowl       hoo[31m hoo\nnightjar\nlark  trill\n",
  );
});

it("is a line an item with tabs where it is piped", async () => {
  expect((await printed({})).out).toBe("owl\thoo[31m hoo\nnightjar\t\nlark\ttrill\n");
});

it("is one JSON array, written page by page", async () => {
  const { out, writes } = await printed({}, true);
  expect(JSON.parse(out)).toEqual(BIRDS);
  expect(writes.length).toBeGreaterThan(BIRDS.length);
});

it("ends after so many items", async () => {
  expect((await printed({}, false, 1)).out).toBe("owl\thoo[31m hoo\n");
});
