/** Files that become part of the prompt: whoever writes them steers every later turn. */
import type { Touch } from "../../agent/ports/tool.ts";

const STEERING = new Set(["soul.md", "agents.md", "memory.md", "heartbeat.md"]);

export function touchOfWrite(path: string): Touch {
  const name = path
    .normalize("NFC")
    .replace(/^(\.\/)+/, "")
    .toLowerCase();
  const steers = STEERING.has(name) || name.startsWith("skills/");
  return steers
    ? { to: "elsewhere", what: `change ${path}, which steers all later turns` }
    : { to: "nobody" };
}
