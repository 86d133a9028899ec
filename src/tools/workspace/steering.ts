/** Files that become part of the prompt: whoever writes them steers every later turn. */
import type { Touch } from "../../agent/ports/tool.ts";
import { safePath } from "./safe-path.ts";

const STEERING = new Set(["soul.md", "agents.md", "memory.md", "heartbeat.md"]);

/** A path that can't be used touches nobody: it is refused when it is written. */
export function touchOfWrite(path: string): Touch {
  const safe = safePath(path);
  const name = safe.ok ? safe.path.toLowerCase() : "";
  const steers = STEERING.has(name) || name.startsWith("skills/");
  return steers
    ? { to: "elsewhere", what: `change ${path}, which steers all later turns`, each: true }
    : { to: "nobody" };
}
