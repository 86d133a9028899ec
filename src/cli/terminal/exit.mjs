/** Exit codes of the command. */

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  /** The agent asked something, and nobody was there to answer. */
  waiting: 3,
  halted: 130,
};

/** An error for the person at the terminal: its message says what to do next. */
export class CommandError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = EXIT.failed) {
    super(message);
    this.name = "CommandError";
    this.exitCode = exitCode;
  }
}
