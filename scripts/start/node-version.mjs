/** Whether this Node is new enough. Plain words only: an old one has to be able to read them. */

const NEEDED = [20, 20];

/**
 * What is wrong with it and how to mend that; undefined when it will do.
 * @param {string} version as in process.versions.node
 */
export function problemOfNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = NEEDED;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return undefined;
  return `Nightjar needs Node ${NEEDED.join(".")} or newer, and this is ${version}. Install a newer one (https://nodejs.org), then run "npm start" again.`;
}
