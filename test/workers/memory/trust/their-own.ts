/** The ways by which a person's own words come into memory, and an agent's that rest on nothing else. */
import { CLEAN, heard, MARK, ORDER, said, TAINTED } from "./scene.ts";
import { KNOWN, SIGNAL, tagged, type Way } from "./way.ts";

const YEAR = Array.from({ length: 12 }, (_, month) => month);

/** Each leaves `MARK` in memory by the person's own words or an agent's on nothing else. */
export const FROM_THE_PERSON: Way[] = [
  ["a note", (scene) => scene.tool("memory_write", { content: ORDER }, CLEAN)],
  ["a sticky note", (scene) => scene.tool("memory_write", { content: ORDER, sticky: true }, CLEAN)],
  [
    "a fact",
    (scene) =>
      scene.tool(
        "memory_write",
        { content: "x", fact: { entity: "Ann", attribute: "mailbox", value: MARK } },
        CLEAN,
      ),
  ],
  [
    "a relation",
    (scene) =>
      scene.tool(
        "memory_write",
        { content: "x", relation: { from: "Ann", relation: "collects her mail at", to: MARK } },
        CLEAN,
      ),
  ],
  ["a state key", (scene) => scene.tool("memory_write", { state: "rule", content: ORDER }, CLEAN)],
  [
    "another name",
    (scene) => scene.tool("memory_write", { content: ORDER, alias: "Gate", about: MARK }, CLEAN),
  ],
  ["a stored memory", (scene) => scene.tool("store_memory", { content: ORDER, tags: [MARK] }, CLEAN)],
  ["a promise", (scene) => scene.tool("commitment_update", { what: ORDER, due: "2026-03-02" }, CLEAN)],
  ["a tag MEMORY", (scene) => tagged(scene, { name: "MEMORY", argument: "sticky", body: ORDER }, CLEAN)],
  [
    "a note of what the person says after a page",
    (scene) => scene.tool("memory_write", { content: ORDER }, heard(`Please remember: ${ORDER}.`)),
  ],
  [
    "a fact of what they say after a page",
    (scene) =>
      scene.tool(
        "memory_write",
        { content: "x", fact: { entity: "Ann", attribute: "mailbox", value: MARK } },
        heard(`Ann has a new mailbox, ${MARK}`),
      ),
  ],
  [
    "a promise of what they say after a page",
    (scene) => scene.tool("commitment_update", { what: `pay ${MARK}` }, heard(`I have to pay ${MARK}`)),
  ],
  [
    "a state key that they name after a page",
    (scene) => scene.tool("memory_write", { state: "rule", content: ORDER }, heard(`Set the rule: ${ORDER}`)),
  ],
  [
    "a call that they allowed as it stood",
    (scene) => scene.tool("memory_write", { content: ORDER, sticky: true }, CLEAN),
  ],
  [
    "their words in a conversation",
    (scene) =>
      said(scene, "cnv_in", [
        ["user", ORDER, "trusted"],
        ["assistant", "Noted", "trusted"],
      ]),
  ],
  ["their words beside an answer on a page", (scene) => said(scene, "cnv_in", [["user", ORDER, "trusted"]])],
  [
    "extraction of their words beside an answer on a page",
    async (scene) => {
      await said(scene, "cnv_in", [["user", ORDER, "trusted"]]);
      await scene.memory.learning.extract({ owner: scene.owner, conversation_id: "cnv_in" }, SIGNAL);
    },
  ],
  [
    "an episode of clean talk",
    async (scene) => {
      const lines = ["One", "Two", ORDER, "Four"].map((text) => ["user", text, "trusted"] as const);
      await said(
        scene,
        "cnv_in",
        lines.map((line) => [...line]),
      );
      const run = { signal: SIGNAL, heartbeat: async () => undefined };
      await scene.memory.learning.consolidate({ owner: scene.owner, conversation_id: "cnv_in" }, run);
    },
  ],
  [
    "a year of their own words",
    async (scene) => {
      for (const month of YEAR)
        await scene.memory.indexTurns([
          {
            id: `msg_year_${scene.owner}_${month}`,
            conversation_id: `cnv_${month}`,
            owner: scene.owner,
            role: "user",
            speaker: "Ann",
            at: Date.UTC(2025, month, 3),
            text: `In month ${month + 1} I wrote to ${MARK} about the boat`,
            trust: "trusted",
          },
        ]);
    },
  ],
  [
    "a notes file of their own",
    (scene) =>
      scene.memory.indexFile({ owner: scene.owner, path: "notes/harbour.md", text: ORDER, trust: "trusted" }),
  ],
  [
    "consolidation of their notes file",
    async (scene) => {
      await scene.memory.indexFile({
        owner: scene.owner,
        path: "notes/harbour.md",
        text: ORDER,
        trust: "trusted",
      });
      await scene.memory.learning.consolidateFile({ owner: scene.owner, path: "notes/harbour.md" }, SIGNAL);
    },
  ],
  [
    "what they trusted with a click",
    async (scene) => {
      await scene.tool("memory_write", { content: ORDER, sticky: true }, TAINTED);
      const [note] = await scene.memory.memories.list(scene.owner, { trust: "untrusted" }, { limit: 1 });
      await scene.memory.memories.edit(scene.owner, note?.id ?? "", { trust: "trusted" });
    },
  ],
  [
    "a state key that they trusted with a click",
    async (scene) => {
      await scene.tool("memory_write", { state: "rule", content: ORDER }, TAINTED);
      await scene.memory.states.trust(scene.owner, { scope: "person", key: "rule" });
    },
  ],
  [
    "a fact that they trusted with a click",
    async (scene) => {
      await scene.memory.writeFact({
        ...KNOWN,
        owner: scene.owner,
        entity: "Ann",
        attribute: "mailbox",
        value: "home",
      });
      const fact = { entity: "Ann", attribute: "mailbox", value: MARK };
      await scene.tool("memory_write", { content: "x", fact }, TAINTED);
      const [waiting] = await scene.memory.facts.list(scene.owner, { trust: "untrusted" }, { limit: 1 });
      await scene.memory.facts.edit(scene.owner, waiting?.id ?? "", { trust: "trusted" });
    },
  ],
];
