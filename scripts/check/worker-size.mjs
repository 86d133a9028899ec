/** Size of the Worker's bundle as wrangler would upload it, and the share of each package. */

/** KiB after gzip, including WebAssembly and texts. */
export const WORKER_BUDGET = 1800;

/** KiB, minified, of the modules that an isolate evaluates before its first request. */
export const START_BUDGET = 2225;

/**
 * The part of esbuild's metafile that is used.
 * @typedef {object} Metafile
 * @property {Record<string, {imports: {path: string, kind: string, external?: boolean}[]}>} inputs
 * @property {Record<string, {entryPoint?: string, inputs: Record<string, {bytesInOutput: number}>}>} outputs
 */

/**
 * Throws an Error with all of wrangler's output when it names no size.
 * @param {string} output of `wrangler deploy --dry-run`
 * @returns {number} KiB after gzip
 */
export function compressedSize(output) {
  const [, size] = /Total Upload: .* gzip: ([\d.]+) KiB/.exec(output) ?? [];
  if (size === undefined) throw new Error(`wrangler did not say how large the Worker is:\n${output.trim()}`);
  return Number(size);
}

/**
 * Size of the modules that the entry imports, directly and indirectly. Dynamic imports, made while requests are
 * answered, don't count.
 * @param {Metafile} metafile
 * @returns {number} KiB, minified
 */
export function evaluatedAtStart({ inputs, outputs }) {
  const bundle = Object.values(outputs).find(({ entryPoint }) => entryPoint !== undefined);
  /** @type {Set<string>} */
  const reached = new Set();
  const next = [bundle?.entryPoint ?? ""];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const { path, kind, external } of inputs[file]?.imports ?? [])
      if (kind !== "dynamic-import" && external !== true) next.push(path);
  }
  const bytes = [...reached].reduce((sum, file) => sum + (bundle?.inputs[file]?.bytesInOutput ?? 0), 0);
  return Math.round(bytes / 1024);
}

/**
 * @param {Pick<Metafile, "outputs">} metafile
 * @returns {{name: string, bytes: number}[]} minified, the largest first: packages by name, own files by their folder
 */
export function bytesByOrigin(metafile) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const name = originOf(file);
      sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
    }
  return [...sums].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}

/** @param {string} file */
function originOf(file) {
  const [, inside] = /.*node_modules\/(.+)/.exec(file) ?? [];
  if (inside === undefined)
    return file
      .replace(/^(?:\.\.\/)+/, "")
      .split("/")
      .slice(0, 2)
      .join("/");
  return inside
    .split("/")
    .slice(0, inside.startsWith("@") ? 2 : 1)
    .join("/");
}
