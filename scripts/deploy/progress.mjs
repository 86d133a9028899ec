/** The list of steps that a person sees: the current one, and how each ended. */

/**
 * @callback Step
 * @param {string} title
 * @param {() => Promise<string>} work its outcome in a word or two
 * @returns {Promise<void>} rejects as the work does
 */

/**
 * @param {(text: string) => void} write
 * @returns {Step}
 */
export function stepsTo(write) {
  return async (title, work) => {
    write(`${title} ... `);
    try {
      write(`${await work()}\n`);
    } catch (error) {
      write("failed\n");
      throw error;
    }
  };
}
