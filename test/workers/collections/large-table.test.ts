/** A table beyond what is read whole, through the Worker: attached, asked, and in a collection. */
import { expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { type Somebody, somebody } from "../people/somebody.ts";
import { api } from "../tools/api.ts";

const ROWS = 60_000;
const PIECE = 8 * 1024 * 1024;

const NOTE = "an ordinary order of the usual kind. ".repeat(11);

/** Orders: 27 MB. The customer of row 280,001 is there once. */
function orders(): Uint8Array {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const number = at + 1;
    const customer = number === 50_002 ? "Zephyrine Oakley" : `Customer ${number % 900}`;
    const day = `2026-${String((number % 12) + 1).padStart(2, "0")}-${String((number % 28) + 1).padStart(2, "0")}`;
    const city = number % 3 === 0 ? "Hamburg" : "Lyon";
    return `${number},${customer},${city},${day},${number % 7},1.25,${NOTE}`;
  });
  return new TextEncoder().encode(["id,customer,city,day,quantity,price,note", ...rows].join("\n"));
}

async function uploaded(name: string, bytes: Uint8Array): Promise<string> {
  const { id } = (await api("POST", "/uploads", { name, media_type: "text/csv", size: bytes.length })).json;
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = await api("PUT", `/uploads/${id}?offset=${at}`, bytes.slice(at, at + PIECE));
    expect(piece.status).toBe(200);
  }
  return (await api("POST", `/uploads/${id}/complete`, {})).json.id;
}

type Made = [name: string, input: object];

function told(calls: readonly Made[]): string {
  return tell(
    { calls: calls.map(([name, input], at) => call(`call_${at}`, name, input)) },
    { text: ["Done."] },
  );
}

/** The messages of the operator's turn in which the model makes these calls, as text. */
async function turn(calls: Made[], file_id: string): Promise<string> {
  const message = { message: told(calls), model: "openai/told", agent: "nightjar", files: [{ file_id }] };
  const { conversation_id } = (await api("POST", "/chat", message)).json;
  return (await api("GET", `/conversations/${conversation_id}/messages`)).text;
}

async function turnOf(who: Somebody, calls: Made[]): Promise<string> {
  const message = { message: told(calls), model: "openai/told", agent: "nightjar" };
  const said: { conversation_id: string } = await (await who.ask("POST", "/chat", message)).json();
  return (await who.ask("GET", `/conversations/${said.conversation_id}/messages`)).text();
}

test("the rows of 27 MB are counted, grouped and found, where they are attached and where a collection shares them", async () => {
  const bytes = orders();
  expect(bytes.length).toBeGreaterThan(25_000_000);
  const file = await uploaded("orders.csv", bytes);
  const own = await turn(
    [
      ["query_table", { file }],
      [
        "query_table",
        {
          file,
          where: [{ column: "day", is: ">=", value: "2026-07" }],
          group_by: [{ column: "city" }],
          measures: [{ compute: "count" }, { compute: "sum", column: "quantity", times: "price" }],
        },
      ],
      ["query_table", { file, search: "Zephyrine Oakley" }],
      ["read", { path: file }],
    ],
    file,
  );
  expect(own).toContain("60000 rows, 7 columns.");
  expect(own).toContain("| day | 60000 | date | 2026-01-01 to 2026-12-28 |");
  expect(own).toContain("| Lyon | 20000 | ");
  expect(own).toContain("| 50002 | 50002 | Zephyrine Oakley | Lyon |");
  expect(own).toContain("query_table reads its rows");
  const source = { kind: "file", ref: file };
  const made = (
    await api("POST", "/collections", { name: "Orders", agents: ["nightjar"], sources: [source] })
  ).json;
  await soon(async () => {
    const documents = await api("GET", `/collections/${made.id}/documents`);
    expect(documents.json.items).toEqual([{ path: file, name: "orders.csv", state: "indexed" }]);
  });
  const bob = await somebody("member");
  await soon(async () => {
    const shared = await turnOf(bob, [
      ["collection_search", { query: "What did Zephyrine Oakley order?" }],
      [
        "query_table",
        { collection: "Orders", file: "orders.csv", measures: [{ compute: "distinct", column: "customer" }] },
      ],
      ["query_table", { file }],
    ]);
    expect(shared).toContain("Orders: orders.csv, row 50002");
    expect(shared).toContain("customer: Zephyrine Oakley; city: Lyon");
    expect(shared).toContain("| 901 |");
    expect(shared).toContain(`There is no file ${file}.`);
  });
  expect((await api("DELETE", `/collections/${made.id}`)).status).toBe(204);
  const gone = await turnOf(bob, [["query_table", { collection: "Orders", file: "orders.csv" }]]);
  expect(gone).toContain("There is no table orders.csv in a collection Orders that is shared with you.");
});
