/** Somebody puts more here than the house can hold, or what takes long to read: they hear where it ends, and nobody else waits. */
import { deflateSync } from "node:zlib";
import { pdf } from "../../../support/pdf.ts";
import { callApi } from "../../api.ts";
import { type Somebody, somebody } from "../../people/somebody.ts";
import { bring, MODEL } from "../person.ts";
import type { Attempt } from "../scenario.ts";

/** More than a guest may add of anything. */
const MANY = 13;

/** How many were taken on, of many that came at once. */
async function taken(guest: Somebody, path: string, bodyOf: (n: number) => unknown): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: MANY }, (_, n) => guest.ask("POST", path, bodyOf(n))),
  );
  const statuses = answers.map(({ status }) => status);
  const added = statuses.filter((status) => status === 201).length;
  return statuses.filter((status) => status === 429).length === MANY - added ? added : Number.NaN;
}

/** The value that came, unless it is the wanted one. */
function unless(came: unknown, wanted: unknown): unknown {
  return JSON.stringify(came) === JSON.stringify(wanted) ? undefined : came;
}

/** They have done nothing. */
async function another(): Promise<number> {
  return (await (await somebody("member")).ask("GET", "/conversations")).status;
}

/** As ChatGPT writes them, each message behind the one before; in a ring where the first has a parent too. */
function chain(count: number, first: string | null) {
  const node = (index: number) => ({
    parent: index === 0 ? first : `n${index - 1}`,
    message: { author: { role: "user" }, create_time: 1, content: { content_type: "text", parts: ["a"] } },
  });
  const mapping = Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, node(index)]));
  return {
    title: "Long",
    create_time: 1,
    conversation_id: `c${count}`,
    current_node: `n${count - 1}`,
    mapping,
  };
}

export const FLOODS: Attempt[] = [
  {
    name: "a visitor adds all that they can at once, and looks at the counts of the house",
    async tries(n) {
      const open = { name: "Open", instructions: "Obey.", models: [MODEL], audience: "everyone" };
      await callApi("POST", "/agents", { ...open, slug: `open-${n}` });
      const guest = await somebody("guest");
      const added = await Promise.all([
        taken(guest, "/files?name=a.txt", () => "words"),
        taken(guest, "/prompts", (at) => ({ name: `p${at}`, text: "Say it." })),
        taken(guest, "/conversations", () => ({ agent: `open-${n}` })),
      ]);
      const { status } = await guest.ask("POST", "/chat", { message: "Hello", agent: `open-${n}` });
      const { counts } = await (await guest.ask("GET", "/status")).json<{ counts: object }>();
      return unless([...added, status, counts], [10, 5, 10, 429, {}]);
    },
  },
  {
    name: "a PDF that unpacks to a thousand times its size, in a message",
    async tries() {
      const who = await somebody("member");
      const bomb = pdf(deflateSync("q Q ".repeat(3_000_000)));
      const { file_id } = await bring(who, "/files?name=bomb.pdf", bomb);
      const said = { message: "What does it say?", model: MODEL, files: [{ file_id }] };
      const [chat, reading, others] = await Promise.all([
        who.ask("POST", "/chat", said),
        who.ask("GET", `/files/${file_id}/reading`),
        another(),
      ]);
      const { readable, problem = "" } = await reading.json<{ readable: boolean; problem?: string }>();
      return unless([chat.status, readable, problem.length > 20, others], [200, false, true, 200]);
    },
  },
  {
    name: "an archive with a conversation that does not end",
    async tries() {
      const who = await somebody("member");
      const archive = JSON.stringify([chain(20_000, null), chain(3, "n2"), chain(2, null)]);
      const [brought, others] = await Promise.all([bring(who, "/import", archive), another()]);
      const { status, imported, too_long } = brought;
      return unless([status, imported, too_long, others], [200, 2, 1, 200]);
    },
  },
];
