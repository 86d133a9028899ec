/** MCP servers that others wrote, over Streamable HTTP: their own, or a bridge's in front of one that speaks on its input. */
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { toolNode } from "../../../scripts/start/paths.mjs";
import { Command } from "../../support/process/command.ts";
import { freePort } from "../../support/process/free-port.ts";
import { until } from "../../support/process/until.ts";
import { binOf, FOREIGN, program, versionOf } from "../foreign.ts";
import { check, type Kind, type World } from "../kind.ts";
import { ordered } from "../model.ts";

interface Tried {
  name: string;
  start(port: number): ReturnType<typeof program>;
  calls: readonly { tool: string; arguments: object; says: RegExp }[];
}

const SESSIONLESS_SERVER = fileURLToPath(new URL("../sessionless-server.ts", import.meta.url));
const FILES = path.join(FOREIGN, "files");
const bridged = (bridge: "supergateway" | "mcp-proxy", name: string, args: readonly string[] = []) => ({
  name: `${name}, by ${bridge}`,
  start: (port: number) => BRIDGES[bridge](port, [binOf(name), ...args]),
});

/** Each trial begins with a memory of its own. */
const NO_MEMORY = () => ({ MEMORY_FILE_PATH: path.join(tmpdir(), `trial-${randomUUID()}.json`) });

const BRIDGES = {
  supergateway: (port: number, command: readonly string[]) => {
    const line = [process.execPath, ...command].map((each) => JSON.stringify(each)).join(" ");
    const how = ["--outputTransport", "streamableHttp", "--stateful", "--port", String(port)];
    return program("supergateway", ["--stdio", line, ...how], NO_MEMORY());
  },
  "mcp-proxy": (port: number, command: readonly string[]) =>
    program(
      "mcp-proxy",
      ["--port", String(port), "--server", "stream", "--", process.execPath, ...command],
      NO_MEMORY(),
    ),
};

const SERVERS: readonly Tried[] = [
  {
    name: "@modelcontextprotocol/server-everything",
    start: (port) =>
      program("@modelcontextprotocol/server-everything", ["streamableHttp"], { PORT: String(port) }),
    calls: [
      { tool: "echo", arguments: { message: "a word" }, says: /a word/ },
      { tool: "get-sum", arguments: { a: 2, b: 3 }, says: /5/ },
      { tool: "get-tiny-image", arguments: {}, says: /image in the message/ },
      { tool: "get-structured-content", arguments: { location: "New York" }, says: /temperature/ },
      { tool: "trigger-long-running-operation", arguments: { duration: 1, steps: 3 }, says: /completed/i },
    ],
  },
  {
    ...bridged("supergateway", "@modelcontextprotocol/server-filesystem", [FILES]),
    calls: [
      { tool: "list_directory", arguments: { path: FILES }, says: /note\.txt/ },
      { tool: "read_text_file", arguments: { path: path.join(FILES, "note.txt") }, says: /fourteen/ },
      {
        tool: "write_file",
        arguments: { path: path.join(FILES, "new.txt"), content: "x" },
        says: /success/i,
      },
      // 1.9 MB: a tool's result is cut, and its whole is kept.
      { tool: "read_text_file", arguments: { path: path.join(FILES, "large.txt") }, says: /cut|outputs?\// },
    ],
  },
  {
    ...bridged("mcp-proxy", "@modelcontextprotocol/server-memory"),
    calls: [
      {
        tool: "create_entities",
        arguments: { entities: [{ name: "Ida", entityType: "person", observations: ["keeps bees"] }] },
        says: /Ida/,
      },
      { tool: "search_nodes", arguments: { query: "bees" }, says: /keeps bees/ },
    ],
  },
  {
    ...bridged("supergateway", "@modelcontextprotocol/server-sequential-thinking"),
    calls: [
      {
        tool: "sequentialthinking",
        arguments: { thought: "One.", thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true },
        says: /thoughtNumber/,
      },
    ],
  },
];

/** Of the protocol of 2026-07-28 alone. */
const SESSIONLESS: Tried = {
  name: "@modelcontextprotocol/server, of 2026-07-28 alone",
  start: (port) =>
    new Command(
      toolNode(),
      ["--no-warnings", "--experimental-strip-types", SESSIONLESS_SERVER, String(port)],
      { cwd: FOREIGN },
    ),
  calls: [
    { tool: "store", arguments: { region: "us-west1" }, says: /stored in us-west1/ },
    { tool: "store", arguments: { region: "Münster" }, says: /stored in Münster/ },
  ],
};

export const SERVED: readonly Kind[] = [...SERVERS, SESSIONLESS].map((tried) => ({
  name: tried.name,
  hold: (world) => hold(world, tried),
}));

async function hold(world: World, { name, start, calls }: Tried): Promise<string> {
  prepareFiles();
  const port = await freePort();
  const command = start(port);
  world.atEnd(() => command.signalGroup("SIGKILL"));
  await until(
    () => listens(port),
    (isOpen) => isOpen,
  );
  const slug = `s${port}`;
  const added = await world.nightjar.request<{
    tools: { called: string; name: string }[];
    problem: string | null;
  }>("POST", "/mcp-servers", { name: slug, url: `http://127.0.0.1:${port}/mcp` });
  check(added.problem === null, `${added.problem}`);
  for (const { tool, arguments: given, says } of calls) {
    const called = added.tools.find((each) => each.name === tool)?.called ?? tool;
    const { status, reply, results } = await world.tell(
      ordered({ calls: [{ name: called, arguments: given }], say: "Done." }),
    );
    check(status === "completed" && reply === "Done.", `${tool}: ${status}: ${reply}`);
    check(says.test(results[0]?.content ?? ""), `${tool}: ${JSON.stringify(results)}`);
  }
  return `${versionIn(name)}: ${added.tools.length} tools, ${calls.length} calls`;
}

/** Of what the trial has installed. */
function versionIn(name: string): string {
  const [pack = name] = name.split(",");
  return name === SESSIONLESS.name ? "Nightjar's own" : versionOf(pack);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(() => resolve(true)));
    socket.once("error", () => resolve(false));
  });
}

function prepareFiles(): void {
  mkdirSync(FILES, { recursive: true });
  writeFileSync(path.join(FILES, "note.txt"), "There are fourteen bees.");
  writeFileSync(path.join(FILES, "large.txt"), "A line of a log that says nothing new.\n".repeat(49_000));
}
