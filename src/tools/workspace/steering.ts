/** Files that become part of a prompt: whoever writes them steers every later turn. */
import type { Touch } from "../../agent/ports/tool.ts";
import type { FileInfo } from "./port.ts";
import { safePath } from "./safe-path.ts";

const STEERING = new Set(["soul.md", "agents.md", "memory.md", "heartbeat.md"]);
/** Skills, what single agents go by, and what comes up by itself. */
const STEERING_PLACES = /^(?:skills|agents)\/|\/heartbeat\.md$/;

/** A path that can't be used touches nobody: it is refused when it is written. */
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
 * Whether a file may be before an agent as what it goes by. Any file may be named for that: one that holds what somebody
 * else may have written waits, as memory of such does. Those of fixed names nobody could ever write unasked.
 */
export function mayStand({ path, trust }: Pick<FileInfo, "path" | "trust">): boolean {
  return trust === "trusted" || STEERING.has(path.toLowerCase());
}
