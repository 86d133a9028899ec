/** Folders and tags of the person's conversations, read again after each change here. */
import { type Labels, listLabels } from "../../api/conversations/conversations.ts";

let known = $state.raw<Labels>({ folders: [], tags: [] });

export const labels = {
  get folders() {
    return known.folders;
  },
  get tags() {
    return known.tags;
  },
  /** Keeps the known labels when the read fails. */
  async load(): Promise<void> {
    const read = await listLabels();
    if (read.ok) known = read.value;
  },
};
