/** The workspace files that are part of an agent's prompt. */

export interface ContextFiles {
  /**
   * The text of a file in the owner's workspace, or undefined when there is none. It is on the way to the
   * first token, so it is answered from cache where possible; an edit becomes visible after a few seconds.
   * Rejects when storage fails.
   */
  read(owner: string, name: string): Promise<string | undefined>;
}
