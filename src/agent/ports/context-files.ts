/** What the loop needs of an agent's workspace: the few files that are part of who it is. */

export interface ContextFiles {
  /**
   * The text of a file in the owner's workspace, or undefined when there is none. On the way to the first token, so
   * it is answered from memory where that may be; an edit is seen after a few seconds. Rejects when storage fails.
   */
  read(owner: string, name: string): Promise<string | undefined>;
}
