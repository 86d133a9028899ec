/** All ways by which memory comes before a model: what it is shown, and whether the turn counts as having seen something from outside. */
import { dynamicText, holdsUntrusted } from "../../../../src/agent/context/moment.ts";
import type { ToolOutcome } from "../../../../src/agent/ports/tool.ts";
import { MARK, type Scene } from "./scene.ts";

export interface Shown {
  text: string;
  isTainting: boolean;
}

export type WayOut = [name: string, look: (scene: Scene) => Promise<Shown[]>];

const SIGNAL = new AbortController().signal;
const scopeOf = ({ owner }: Scene) => ({ owner, agent: "nightjar", conversation_id: "cnv_out" });
const QUESTIONS = [
  `who is ${MARK} and what goes to the harbour`,
  "mailbox of Ann",
  "pay the baker, read that page",
];

function outcomeOf(outcome: ToolOutcome): Shown {
  if (!("ok" in outcome) || !outcome.ok) throw new Error("it was refused or parked");
  return { text: outcome.content, isTainting: outcome.trust === "untrusted" };
}

async function recalled(scene: Scene, query: string): Promise<Shown> {
  const items = await scene.memory.recall.recall(scopeOf(scene), { query, limit: 5 }, SIGNAL);
  const moment = {
    mark: "m4rk",
    now: Date.UTC(2026, 2, 3),
    source: { channel: "web" as const, sender: "ann" },
    framing: "",
  };
  const text = dynamicText({ ...moment, recalled: items });
  const outside = [...text.matchAll(/<untrusted-\w+ source="memory">.*?<\/untrusted-\w+>/g)].map(
    ([piece]) => piece,
  );
  const rest = outside.reduce((left, piece) => left.replace(piece, ""), text);
  // What stands outside of the marks taints nothing.
  return { text, isTainting: holdsUntrusted(text) && !rest.includes(MARK) };
}

async function ids({ memory, owner }: Scene): Promise<string[]> {
  const page = { limit: 50 };
  const lists = await Promise.all([
    memory.memories.list(owner, {}, page),
    memory.facts.list(owner, { history: true }, page),
    memory.episodes.list(owner, {}, page),
    memory.commitments.list(owner, {}, page),
    memory.relations.list(owner, {}, page),
  ]);
  const passages = await memory.search({ owner, scopes: ["person"], query: MARK, limit: 20 });
  return [
    ...lists.flat().map(({ id }) => id),
    ...passages
      .filter(({ passage }) => ["turn", "file"].includes(passage.kind))
      .map(({ passage }) => passage.key),
  ];
}

export const WAYS_OUT: WayOut[] = [
  ["automatic recall", (scene) => Promise.all(QUESTIONS.map((query) => recalled(scene, query)))],
  ["what is due", async (scene) => [await recalled(scene, "Good morning")]],
  [
    "standing memory",
    async (scene) => {
      const { lines } = await scene.memory.recall.standing(scopeOf(scene));
      return [{ text: lines.join("\n"), isTainting: false }];
    },
  ],
  [
    "memory_search",
    (scene) =>
      Promise.all(QUESTIONS.map(async (query) => outcomeOf(await scene.tool("memory_search", { query })))),
  ],
  [
    "memory_get",
    async (scene) =>
      Promise.all((await ids(scene)).map(async (id) => outcomeOf(await scene.tool("memory_get", { id })))),
  ],
  [
    "recall_memory",
    async (scene) => [
      outcomeOf(await scene.tool("recall_memory", { keywords: [MARK, "harbour", "page", "invoice"] })),
    ],
  ],
  [
    "deep_memory as found",
    async (scene) => [outcomeOf(await scene.tool("deep_memory", { query: `${MARK} Ann` }))],
  ],
  [
    "deep_memory in prose",
    async (scene) => [
      outcomeOf(
        await scene.tool("deep_memory", {
          query: "Ann, the harbour, the baker, that page",
          style: "narrative",
        }),
      ),
    ],
  ],
  ["the list of promises", async (scene) => [outcomeOf(await scene.tool("commitment_update", {}))]],
  [
    "the graph",
    async ({ memory, owner }) => {
      const { nodes, edges } = await memory.graph(owner, { starts: ["entity:ann", `entity:${MARK}`] });
      return [
        ...nodes
          .filter(({ depth }) => depth > 0)
          .map(({ label, trust }) => ({ text: label, isTainting: trust === "untrusted" })),
        ...edges.map(({ relation, target_id, trust }) => ({
          text: `${relation} ${target_id}`,
          isTainting: trust === "untrusted",
        })),
      ];
    },
  ],
  [
    "what the person is called",
    async ({ memory, owner }) => {
      const names = await Promise.all(["Ann", "Annie"].map((name) => memory.names.mainName(owner, name)));
      return names.map((text) => ({ text, isTainting: false }));
    },
  ],
  [
    "the export, brought in elsewhere",
    async ({ memory, owner }) => {
      const lines: Shown[] = [];
      for await (const { value } of memory.exportLines(owner, ["person"])) {
        const { trust } = value as { trust?: string };
        lines.push({ text: JSON.stringify(value), isTainting: trust === "untrusted" });
      }
      return lines;
    },
  ],
];
