/** The folders and tags of one's conversations, read again when one of them was changed here. */
import { type Labels, listLabels } from "../../api/conversations/conversations.ts";

let known = $state.raw<Labels>({ folders: [], tags: [] });

export const labels = {
  get folders() {
    return known.folders;
  },
  get tags() {
    return known.tags;
  },
  /** What is known stays where it cannot be read. */
  async load(): Promise<void> {
    const read = await listLabels();
    if (read.ok) known = read.value;
  },
};
