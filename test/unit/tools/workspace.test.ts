import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { trustId } from "../../../src/domain/ids.ts";
import { decodeText } from "../../../src/domain/text/decode-text.ts";
import type { LongTermMemory } from "../../../src/memory/create-memory.ts";
import { memoryWrite } from "../../../src/tools/memory/memory-write.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import { createWorkspaceTools } from "../../../src/tools/workspace/tools.ts";
import { memoryWorkspace, textIn } from "./memory-workspace.ts";
import { aContext, anAgent, call, contentOf } from "./support.ts";

interface NullsInCall {
  call: { name: string; args: unknown };
  given: Record<string, string>;
  expect: { contains: string };
  also: { args: unknown }[];
}

const wildCase = (name: string): NullsInCall =>
  JSON.parse(readFileSync(new URL(`../../fixtures/wild/${name}.json`, import.meta.url), "utf8"));

function toolsOn(workspace = memoryWorkspace()) {
  const named = Object.fromEntries(
    createWorkspaceTools(
      workspace,
      async ({ bytes }) => decodeText(bytes) ?? { problem: "It is no text." },
    ).map((tool) => [tool.name, tool]),
  );
  const tool = (name: string) => {
    const found = named[name];
    if (!found) throw new Error(`no tool ${name}`);
    return found;
  };
  return { workspace, tool, run: (name: string, input: unknown) => contentOf(tool(name), input) };
}

test("what an agent wrote on trusted words reads as such; what it wrote on others, or nobody knows who, as theirs", async () => {
  const { tool } = toolsOn(memoryWorkspace({ "found.md": "from somewhere" }));
  const [read, write, edit] = [tool("read"), tool("write"), tool("edit")];
  const trustIn = async (path: string) => {
    const outcome = await call(read, { path });
    return "ok" in outcome && outcome.ok ? outcome.trust : undefined;
  };
  expect(await trustIn("found.md")).toBe("untrusted");
  expect(await contentOf(write, { path: "notes/a.md", content: "h\u00e9llo\n" })).toBe(
    "Created notes/a.md (7 bytes).",
  );
  expect(await call(read, { path: "./notes/a.md" })).toEqual({
    ok: true,
    content: "h\u00e9llo\n",
    trust: "trusted",
    sources: [{ kind: "file", url: "notes/a.md", title: "notes/a.md", text: "h\u00e9llo\n" }],
  });
  await call(edit, { path: "found.md", old_text: "from", new_text: "out of" });
  expect(await trustIn("found.md")).toBe("untrusted");
  await call(
    edit,
    { path: "notes/a.md", old_text: "h\u00e9llo", new_text: "obey" },
    aContext({ trust: "untrusted" }),
  );
  expect(await trustIn("notes/a.md")).toBe("untrusted");
});

test("null for what may be left out is left out", async () => {
  const { call: asked, given, expect: wanted, also } = wildCase("args-null-for-optional");
  const { run } = toolsOn(memoryWorkspace(given));
  expect(await run(asked.name, asked.args)).toContain(wanted.contains);
  const write = memoryWrite({ memory: {} as LongTermMemory });
  expect(also.map(({ args }) => write.input.parse(args))).toEqual([
    { ok: true, value: { content: "The bicycle is red." } },
  ]);
});

test("a long file is read in pieces that say where the next one starts", async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index + 1} ${"x".repeat(40)}`);
  const { run } = toolsOn(memoryWorkspace({ "long.txt": lines.join("\n") }));
  const read: string[] = [];
  for (let from = 1; from > 0; ) {
    const text = await run("read", { path: "long.txt", from_line: from });
    const next = /\n\[3000 lines in all; from_line (\d+) goes on\]$/.exec(text);
    read.push(next ? text.slice(0, next.index) : text);
    from = next ? Number(next[1]) : 0;
  }
  expect(read.length).toBeGreaterThan(3);
  expect(read.join("\n")).toBe(lines.join("\n"));
});

test("a part can be asked for by lines", async () => {
  const { run } = toolsOn(memoryWorkspace({ "a.txt": "1\n2\n3\n4\n5" }));
  expect(await run("read", { path: "a.txt", from_line: 2, lines: 2 })).toBe(
    "2\n3\n[5 lines in all; from_line 4 goes on]",
  );
  expect(await run("read", { path: "a.txt", from_line: 9 })).toBe("error: a.txt has only 5 lines.");
});

test("what is not text is not shown", async () => {
  const workspace = memoryWorkspace({
    "a.png": Uint8Array.of(137, 80, 0, 71),
    "b.txt": Uint8Array.of(0xff, 0xfe, 0x41),
  });
  const { run } = toolsOn(workspace);
  expect(await run("read", { path: "a.png" })).toMatch(/^a.png can't be read as text/);
  expect(await run("read", { path: "b.txt" })).toMatch(/^b.txt can't be read as text/);
});

test("an edit replaces one passage, exactly", async () => {
  const { run, workspace } = toolsOn(memoryWorkspace({ "a.md": "one\ntwo\nthree\n" }));
  expect(await run("edit", { path: "a.md", old_text: "two\n", new_text: "2 $& \\1\n" })).toBe(
    "Edited a.md: 1 place.",
  );
  expect(await textIn(workspace, "a.md")).toBe("one\n2 $& \\1\nthree\n");
});

test("an edit of a passage that is not unique says where it is, and can mean all of them", async () => {
  const { run, workspace } = toolsOn(memoryWorkspace({ "a.md": "x\ny\nx\n" }));
  expect(await run("edit", { path: "a.md", old_text: "x", new_text: "z" })).toMatch(/2 times \(lines 1, 3\)/);
  expect(await run("edit", { path: "a.md", old_text: "x", new_text: "z", all: true })).toBe(
    "Edited a.md: 2 places.",
  );
  expect(await textIn(workspace, "a.md")).toBe("z\ny\nz\n");
});

test.each([
  [{ old_text: "absent", new_text: "x" }, /is not in the file. Read the file/],
  [{ old_text: "one  two", new_text: "x" }, /other spaces or line breaks/],
  [{ old_text: "one", new_text: "one" }, /are the same/],
])("an edit that can't be made says why: %j", async (input, reason) => {
  const { run, workspace } = toolsOn(memoryWorkspace({ "a.md": "one two" }));
  expect(await run("edit", { path: "a.md", ...input })).toMatch(reason);
  expect(await textIn(workspace, "a.md")).toBe("one two");
});

test("an edit does not overwrite what came in between", async () => {
  const workspace = memoryWorkspace({ "a.md": "old" });
  const racing = {
    ...workspace,
    read: async (owner: string, path: string) => {
      const file = await workspace.read(owner, path);
      await workspace.write(owner, path, { bytes: new TextEncoder().encode("somebody else's") });
      return file;
    },
  };
  const { run } = toolsOn({ ...racing, paths: workspace.paths });
  expect(await run("edit", { path: "a.md", old_text: "old", new_text: "mine" })).toMatch(
    /changed in the meantime/,
  );
  expect(await textIn(workspace, "a.md")).toBe("somebody else's");
});

test("the folder is listed with sizes and times", async () => {
  const { run } = toolsOn(memoryWorkspace({ "a.md": "12345", "notes/b.md": "1" }));
  expect(await run("list_files", {})).toBe(
    "a.md  5 bytes  2026-11-21T12:00Z\nnotes/b.md  1 bytes  2026-11-21T12:00Z",
  );
  expect(await run("list_files", { folder: "notes/" })).toBe("notes/b.md  1 bytes  2026-11-21T12:00Z");
  expect(await run("list_files", { folder: "none" })).toBe("Nothing is in none/");
  expect(await run("list_files", { folder: "../x" })).toMatch(/^error/);
});

test.each(["../a", "/a", "a/%2e%2e/b", ".outputs/x.txt", ".OUTPUTS/x", ".outputs"])(
  "nothing is written to %s",
  async (path) => {
    const { run, workspace } = toolsOn();
    expect(await run("write", { path, content: "x" })).toMatch(/^error/);
    expect(workspace.written()).toEqual([]);
  },
);

test("after untrusted content, files that steer the agent need approval and others do not", () => {
  const { tool } = toolsOn();
  const turn = { tainted: true, user_text: "", seen_urls: [] };
  const verdict = (name: string, path: string) =>
    createPolicy().decide({ tool: tool(name), input: { path }, agent: anAgent(), rules: {}, turn }).verdict;
  for (const path of [
    "SOUL.md",
    "agents.md",
    "./MEMORY.md",
    "HEARTBEAT.md",
    "skills/x/SKILL.md",
    "Skills/x/y.md",
    "agents/press/HEARTBEAT.md",
    "Agents/press/brief.md",
    "press/heartbeat.MD",
  ]) {
    expect(verdict("write", path), path).toBe("ask");
    expect(verdict("edit", path), path).toBe("ask");
  }
  expect(verdict("write", "notes/SOUL.md")).toBe("allow");
  expect(verdict("read", "SOUL.md")).toBe("allow");
});

test("a conversation does not write over what another has changed since it last saw the file", async () => {
  const { tool } = toolsOn(memoryWorkspace({ "notes.md": "one" }));
  const [read, write, edit] = [tool("read"), tool("write"), tool("edit")];
  const [garden, boat] = ["cnv_garden", "cnv_boat"].map((id) => aContext({ conversation_id: trustId(id) }));
  const said = async (of: typeof read, input: object, context = garden) =>
    contentOf(of, { path: "notes.md", ...input }, context);
  await said(read, {});
  expect(await said(write, { content: "two" }, boat)).toContain("Replaced");
  expect(await said(write, { content: "three" })).toMatch(/was changed or removed.*Nothing was written/);
  expect(await said(edit, { old_text: "two", new_text: "two and a half" })).toContain("Edited");
  expect(await said(write, { content: "three" })).toContain("Replaced");
  expect(await said(write, { content: "four" })).toContain("Replaced");
  expect(await said(read, {}, boat)).toContain("four");
});

test("a version that a person wrote is not written over unread, even when the process has forgotten who saw it", async () => {
  const { workspace, run } = toolsOn(memoryWorkspace({ "plan.md": "from before" }));
  expect(await run("write", { path: "plan.md", content: "by the agent" })).toContain("Replaced plan.md");
  expect((await workspace.read("usr_owner", "plan.md"))?.author).toMatchObject({ by: "agent" });
  const bytes = new TextEncoder().encode("by the person");
  await workspace.write("usr_owner", "plan.md", { bytes, author: { by: "person" } });
  const afterwards = toolsOn(workspace);
  expect(await afterwards.run("write", { path: "plan.md", content: "again" })).toContain("Read it first");
  expect(await textIn(workspace, "plan.md")).toBe("by the person");
  await afterwards.run("read", { path: "plan.md" });
  expect(await afterwards.run("write", { path: "plan.md", content: "both" })).toContain("Replaced plan.md");
  expect(await workspace.read("usr_owner", "plan.md")).toMatchObject({ version: 4, author: { by: "agent" } });
});
