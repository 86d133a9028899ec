/** Whether this Node is new enough. Plain words only: an old one has to be able to read them. */

const NEEDED = 20;

/**
 * What is wrong with it and how to mend that; undefined when it will do.
 * @param {string} version as in process.versions.node
 */
export function problemOfNode(version) {
  if (Number(version.split(".")[0]) >= NEEDED) return undefined;
  return `Nightjar needs Node ${NEEDED}.20 or newer, and this is ${version}. Install a newer one (https://nodejs.org), then run "npm start" again.`;
}
