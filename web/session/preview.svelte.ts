/** The preview beside the conversation: a file or a piece of code. */

export type PreviewSource =
  | { kind: "code"; title: string; language: string; text: string }
  /** A file of the workspace, with its earlier versions. */
  | { kind: "workspace"; path: string }
  /** A file of a message, by its address. */
  | { kind: "file"; name: string; media_type: string; address: string };

let shown = $state.raw<PreviewSource | null>(null);

export const preview = {
  get shown(): PreviewSource | null {
    return shown;
  },
  open(source: PreviewSource): void {
    shown = source;
  },
  close(): void {
    shown = null;
  },
};
