/** Comparison of models: the second one for the next message, and the answers that stand side by side. */

/** `provider/model`; empty: the next message is answered once. */
let model = $state("");
let shown = $state<string | null>(null);

/** Stands for the message that was sent last. */
export const NEWEST = "newest";

export const comparison = {
  get model(): string {
    return model;
  },
  set model(next: string) {
    model = next;
  },
  /** Id of one of the answers, or `NEWEST`; null: none are compared. */
  get shown(): string | null {
    return shown;
  },
  set shown(next: string | null) {
    shown = next;
  },
};
