/** Documents that can be shown beside the conversation. */
export type PreviewSource =
  | { kind: "code"; title: string; language: string; text: string }
  /** A file of the workspace, with its earlier versions. */
  | { kind: "workspace"; path: string }
  /** A file of a message, by its address. */
  | { kind: "file"; name: string; media_type: string; address: string };
