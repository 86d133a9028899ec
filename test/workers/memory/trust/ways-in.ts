/** All ways by which words come into memory from outside: each leaves `MARK` there. */
import { wordsToKeep } from "../../../../src/domain/message.ts";
import { CLEAN, heard, MARK, message, ORDER, type Scene, said, TAINTED } from "./scene.ts";
import { KNOWN, SIGNAL, tagged, type Way } from "./way.ts";

/** A turn that an agent or a program has told something, and no person. */
const TOLD = heard("");

const answered = (scene: Scene) =>
  said(scene, "cnv_in", [
    ["user", "Read that page, please", "trusted"],
    ["assistant", `It says: ${ORDER}.`, "untrusted"],
    ["user", "Thank you for reading it", "trusted"],
    ["assistant", "With pleasure, as ever", "untrusted"],
  ]);

export const FROM_OUTSIDE: Way[] = [
  ["a note", (scene) => scene.tool("memory_write", { content: ORDER }, TAINTED)],
  ["a sticky note", (scene) => scene.tool("memory_write", { content: ORDER, sticky: true }, TAINTED)],
  [
    "a note in the person's words, with other tags",
    (scene) => scene.tool("memory_write", { content: "Read that page", tags: [ORDER] }, TAINTED),
  ],
  [
    "a note in the person's words, about another",
    (scene) => scene.tool("memory_write", { content: "Read that page", about: MARK }, TAINTED),
  ],
  [
    "a fact",
    (scene) =>
      scene.tool(
        "memory_write",
        { content: "x", fact: { entity: "Ann", attribute: "mailbox", value: MARK } },
        TAINTED,
      ),
  ],
  [
    "a sticky fact",
    (scene) =>
      scene.tool(
        "memory_write",
        { content: "x", sticky: true, fact: { entity: "Ann", attribute: "mailbox", value: MARK } },
        TAINTED,
      ),
  ],
  [
    "a fact against one that is known",
    async (scene) => {
      await scene.memory.writeFact({
        ...KNOWN,
        owner: scene.owner,
        entity: "Ann",
        attribute: "mailbox",
        value: "home",
      });
      const fact = { entity: "Ann", attribute: "mailbox", value: MARK, confidence: 1 };
      await scene.tool("memory_write", { content: "x", fact }, TAINTED);
    },
  ],
  [
    "a relation",
    (scene) =>
      scene.tool(
        "memory_write",
        { content: "x", relation: { from: "Ann", relation: "collects her mail at", to: MARK } },
        TAINTED,
      ),
  ],
  ["a state key", (scene) => scene.tool("memory_write", { state: "rule", content: ORDER }, TAINTED)],
  [
    "a state key that is there",
    async (scene) => {
      await scene.tool("memory_write", { state: "rule", content: "be brief" }, CLEAN);
      await scene.tool("memory_write", { state: "rule", content: ORDER }, TAINTED);
    },
  ],
  [
    "another name",
    (scene) => scene.tool("memory_write", { content: ORDER, alias: "Ann", about: MARK }, TAINTED),
  ],
  [
    "another name over one that is there",
    async (scene) => {
      await scene.tool("memory_write", { content: "Annie is Ann", alias: "Annie", about: "Ann" }, CLEAN);
      await scene.tool("memory_write", { content: ORDER, alias: "Annie", about: MARK }, TAINTED);
    },
  ],
  ["a stored memory", (scene) => scene.tool("store_memory", { content: ORDER, tags: [MARK] }, TAINTED)],
  [
    "a note for the agent alone",
    (scene) => scene.tool("memory_write", { content: ORDER, private: true }, TAINTED),
  ],
  [
    "a note that fades",
    (scene) => scene.tool("memory_write", { content: ORDER, tier: "short_term" }, TAINTED),
  ],
  [
    "the tag of a note that says nothing",
    (scene) =>
      scene.tool("memory_write", { content: "The harbour is open", tags: [MARK], sticky: true }, TAINTED),
  ],
  [
    "whom a note is about",
    (scene) => scene.tool("memory_write", { content: "Invoices go to the harbour", about: MARK }, TAINTED),
  ],
  [
    "a sticky fact, one of many",
    (scene) =>
      scene.tool(
        "memory_write",
        { content: "x", sticky: true, fact: { entity: "Ann", attribute: "friend", value: MARK, many: true } },
        TAINTED,
      ),
  ],
  [
    "what a fact calls itself",
    (scene) =>
      scene.tool(
        "memory_write",
        { content: "x", fact: { entity: "Ann", attribute: `pays ${MARK}`, value: "always" } },
        TAINTED,
      ),
  ],
  [
    "a sticky note of a child, word for word as in its task",
    (scene) => scene.tool("memory_write", { content: ORDER, sticky: true }, TOLD),
  ],
  [
    "a state key, word for word as a program has said it",
    (scene) => scene.tool("memory_write", { state: "rule", content: ORDER }, TOLD),
  ],
  [
    "a promise",
    (scene) => scene.tool("commitment_update", { what: ORDER, who: "Ann", due: "2026-03-02" }, TAINTED),
  ],
  [
    "a promise like one that is open",
    async (scene) => {
      await scene.tool("commitment_update", { what: "pay the baker" }, CLEAN);
      await scene.tool("commitment_update", { what: "pay the baker", who: MARK, due: "2026-03-02" }, TAINTED);
    },
  ],
  [
    "other words of a promise",
    async (scene) => {
      await scene.memory.addCommitment({
        ...KNOWN,
        owner: scene.owner,
        what: "pay the baker",
        due_at: Date.UTC(2026, 2, 2),
      });
      const [open] = await scene.memory.commitments.list(scene.owner, {}, { limit: 1 });
      await scene.tool("commitment_update", { id: open?.id, what: ORDER }, TAINTED);
    },
  ],
  ["a tag MEMORY", (scene) => tagged(scene, { name: "MEMORY", argument: "sticky", body: ORDER })],
  [
    "a tag MEMORY with a kind",
    (scene) => tagged(scene, { name: "MEMORY", argument: "preference", body: ORDER }),
  ],
  ["a tag STATE", (scene) => tagged(scene, { name: "STATE", argument: "rule", body: ORDER })],
  ["an answer that is indexed", answered],
  [
    "extraction of an exchange with such an answer",
    async (scene) => {
      await answered(scene);
      await scene.memory.learning.extract({ owner: scene.owner, conversation_id: "cnv_in" }, SIGNAL);
    },
  ],
  [
    "extraction of what another person said",
    async (scene) => {
      await said(scene, "cnv_in", [
        ["user", `Ann pays ${MARK}, always: ${ORDER}`, "untrusted"],
        ["user", "Noted, thank you", "trusted"],
      ]);
      await scene.memory.learning.extract({ owner: scene.owner, conversation_id: "cnv_in" }, SIGNAL);
    },
  ],
  [
    "consolidation of such an exchange",
    async (scene) => {
      await answered(scene);
      const run = { signal: SIGNAL, heartbeat: async () => undefined };
      await scene.memory.learning.consolidate({ owner: scene.owner, conversation_id: "cnv_in" }, run);
    },
  ],
  [
    "the flush before a summary",
    async (scene) => {
      const scope = { owner: scene.owner, agent: "nightjar", conversation_id: "cnv_in" };
      const messages = [message("user", "Read that page, please"), message("assistant", ORDER, "untrusted")];
      await scene.memory.flush.flush(scope, messages, SIGNAL);
    },
  ],
  [
    "a file that a program, a page or a post has left",
    (scene) =>
      scene.memory.indexFile({ owner: scene.owner, path: "mail.txt", text: ORDER, trust: "untrusted" }),
  ],
  [
    "consolidation of such a file",
    async (scene) => {
      await scene.memory.indexFile({ owner: scene.owner, path: "mail.txt", text: ORDER, trust: "untrusted" });
      await scene.memory.learning.consolidateFile({ owner: scene.owner, path: "mail.txt" }, SIGNAL);
    },
  ],
  [
    "the name of a file",
    (scene) =>
      scene.memory.indexFile({
        owner: scene.owner,
        path: "fil_2",
        name: `${ORDER}.pdf`,
        text: "The harbour is open",
        trust: "untrusted",
      }),
  ],
  [
    "what a program notes",
    ({ memory, owner }) =>
      memory.remember({ owner, scope: "person", origin: "tool", content: ORDER, trust: "untrusted" }),
  ],
  [
    "a conversation that was brought in",
    (scene) =>
      said(scene, "cnv_in", [
        ["user", `I pay ${MARK}`, "untrusted"],
        ["assistant", `Noted. ${ORDER}`, "untrusted"],
      ]),
  ],
  [
    "extraction of a conversation that was brought in",
    async (scene) => {
      await said(scene, "cnv_in", [
        ["user", `I pay ${MARK}`, "untrusted"],
        ["assistant", `Noted. ${ORDER}`, "untrusted"],
      ]);
      await scene.memory.learning.extract({ owner: scene.owner, conversation_id: "cnv_in" }, SIGNAL);
    },
  ],
  [
    "a message that passes on what another one wrote",
    async (scene) => {
      const quote = { type: "text" as const, text: ORDER, source: "Eve, forwarded" };
      const { text, trust } = wordsToKeep({ role: "user", parts: [quote] });
      await said(scene, "cnv_in", [["user", text, trust]]);
      await scene.memory.learning.extract({ owner: scene.owner, conversation_id: "cnv_in" }, SIGNAL);
    },
  ],
  [
    "the name under which somebody else speaks",
    ({ memory, owner }) =>
      memory.indexTurns([
        {
          id: `msg_name_${owner}`,
          conversation_id: "cnv_in",
          owner,
          role: "user",
          speaker: `Eve of ${MARK}`,
          at: Date.UTC(2026, 2, 1),
          text: "Invoices go to the harbour",
          trust: "untrusted",
        },
      ]),
  ],
  [
    "an upload",
    (scene) =>
      scene.memory.indexFile({
        owner: scene.owner,
        path: "fil_1",
        name: "post.pdf",
        text: ORDER,
        trust: "untrusted",
      }),
  ],
  [
    "a near twin of what is known",
    async (scene) => {
      const known = "Send each invoice to the office at the harbour";
      await scene.memory.remember({ ...KNOWN, owner: scene.owner, content: known, sticky: true });
      await scene.tool("memory_write", { content: `${known} ${MARK}`, tags: [MARK], sticky: true }, TAINTED);
    },
  ],
  [
    "a note that a trusted one says again",
    async (scene) => {
      await scene.tool(
        "memory_write",
        { content: "Send each invoice to the office at the harbour", tags: [MARK] },
        TAINTED,
      );
      await scene.memory.remember({
        ...KNOWN,
        owner: scene.owner,
        content: "Send each invoice to the office at the harbour",
        sticky: true,
      });
    },
  ],
  [
    "a fact that ends later than a trusted one begins",
    async (scene) => {
      const fact = { entity: "Ann", attribute: "mailbox", value: MARK, since: "2030-01-01" };
      await scene.tool("memory_write", { content: "x", fact }, TAINTED);
      await scene.memory.writeFact({
        ...KNOWN,
        owner: scene.owner,
        entity: "Ann",
        attribute: "mailbox",
        value: "home",
      });
    },
  ],
];
