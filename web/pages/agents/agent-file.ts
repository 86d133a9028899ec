/** An agent as a file of the browser's downloads. */
import { readAgentFile } from "../../api/agents/agents.ts";
import { tell } from "../../ui/overlays/toasts.svelte.ts";
import { saveText } from "../../ui/save-text.ts";

/** Tells the person why it could not be read. */
export async function saveAgentFile(slug: string): Promise<void> {
  const file = await readAgentFile(slug);
  if (!file.ok) return tell(file.reason, { level: "error" });
  saveText(`${slug}.md`, file.value.text);
}
