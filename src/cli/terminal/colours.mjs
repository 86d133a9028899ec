/** Terminal colours: only where a person reads, and never when NO_COLOR is set. */

/** @param {{isTTY?: boolean}} stream */
export function colours(stream) {
  const isOn = stream.isTTY === true && !process.env["NO_COLOR"];
  const paint = (/** @type {number} */ code) => (/** @type {string} */ text) =>
    isOn ? `\u001b[${code}m${text}\u001b[0m` : text;
  return {
    bold: paint(1),
    dim: paint(2),
    red: paint(31),
    green: paint(32),
    yellow: paint(33),
    cyan: paint(36),
  };
}
