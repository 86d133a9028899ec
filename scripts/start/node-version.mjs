/** Checks that this Node is new enough. Written in plain old syntax: an old Node must be able to parse it. */

const NEEDED = [20, 20];

/**
 * The problem with it and how to mend it; undefined when it is new enough.
 * @param {string} version as in process.versions.node
 */
export function problemOfNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = NEEDED;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return undefined;
  return `Nightjar needs Node ${NEEDED.join(".")} or newer, and this is ${version}. Install a newer one (https://nodejs.org), then run "npm start" again.`;
}
