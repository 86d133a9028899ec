/** Conversations selected in the list, for actions on all of them. */

let picked = $state.raw<ReadonlySet<string> | null>(null);

export const selection = {
  /** Null: no selection is in progress. */
  get ids(): ReadonlySet<string> | null {
    return picked;
  },
  begin(): void {
    picked = new Set();
  },
  end(): void {
    picked = null;
  },
  toggle(id: string): void {
    if (picked === null) return;
    picked = picked.has(id) ? new Set([...picked].filter((other) => other !== id)) : new Set([...picked, id]);
  },
  all(ids: readonly string[]): void {
    picked = new Set(ids);
  },
};
