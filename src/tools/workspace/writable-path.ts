/** Writable paths: safe ones outside the folder of cut outputs. */
import { OUTPUTS } from "./port.ts";
import { type SafePath, safePath } from "./safe-path.ts";

export function writablePath(text: string): SafePath {
  const safe = safePath(text);
  if (!safe.ok || !`${safe.path.toLowerCase()}/`.startsWith(OUTPUTS)) return safe;
  return { ok: false, problem: `${OUTPUTS} holds tool outputs and is read-only.` };
}
