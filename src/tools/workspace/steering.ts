/** Files that become part of a prompt: whoever writes them steers every later turn. */
import type { Touch } from "../../agent/ports/tool.ts";
import type { FileInfo } from "./port.ts";
import { safePath } from "./safe-path.ts";

const STEERING = new Set(["soul.md", "agents.md", "memory.md", "heartbeat.md"]);
/** Matches skills, files of single agents, and the heartbeat file. */
const STEERING_PLACES = /^(?:skills|agents)\/|\/heartbeat\.md$/;

/** Touch of a write. An invalid path touches nobody: the write is refused later. */
export function touchOfWrite(path: string): Touch {
  const safe = safePath(path);
  return safe.ok && steers(safe.path)
    ? { to: "elsewhere", what: `change ${path}, which steers all later turns`, each: true }
    : { to: "nobody" };
}

function steers(path: string): boolean {
  const name = path.toLowerCase();
  return STEERING.has(name) || STEERING_PLACES.test(name);
}

/**
 * True when a file may instruct an agent. Any file can be named for that, so one that may hold somebody else's words
 * waits, as such memory does. Files with fixed names can't be written unasked in the first place.
 */
export function mayStand({ path, trust }: Pick<FileInfo, "path" | "trust">): boolean {
  return trust === "trusted" || STEERING.has(path.toLowerCase());
}
