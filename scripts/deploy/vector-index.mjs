/** The Vectorize index of memory: made before anything is put in, since what was put in earlier is in no metadata index. */

/** @typedef {import("./steps.mjs").Wrangler} Wrangler */

/** @typedef {{name: string, dimensions: number}} VectorIndex */

/** Numbers of a vector of each model, by the end of its name. */
const DIMENSIONS = /** @type {[RegExp, number][]} */ ([
  [/text-embedding-3-small$/, 1536],
  [/text-embedding-3-large$/, 3072],
  [/text-embedding-ada-002$/, 1536],
  [/bge-m3$/, 1024],
  [/bge-small-en-v1\.5$/, 384],
  [/bge-base-en-v1\.5$/, 768],
  [/bge-large-en-v1\.5$/, 1024],
  [/embeddinggemma(-300m)?$/, 768],
  [/qwen3-embedding-0\.6b$/, 1024],
  [/nomic-embed-text(-v1\.5)?$/, 768],
  [/mxbai-embed-large$/, 1024],
  [/all-minilm(:.*)?$/, 384],
  [/gemini-embedding-001$/, 3072],
]);

/** Vectorize takes no longer ones. */
const LONGEST = 1536;
const PROPERTY = "source";

/**
 * Undefined when memory is not to use Vectorize. Throws an Error that says what to set.
 * @param {Record<string, string>} vars
 * @param {string | undefined} named by a binding that is there already
 * @returns {VectorIndex | undefined}
 */
export function vectorIndexOf(vars, named) {
  const enabled = vars["VECTORIZE_ENABLED"] || "false";
  if (enabled !== "true" && enabled !== "false") {
    throw new Error(`VECTORIZE_ENABLED is "${enabled}" in .prod.vars: give one of true, false.`);
  }
  if (enabled === "false") return undefined;
  const model = vars["EMBEDDING_MODEL"];
  if (!model) {
    throw new Error(
      "VECTORIZE_ENABLED is true, but EMBEDDING_MODEL is not set in .prod.vars: name one such as workers-ai/@cf/baai/bge-m3.",
    );
  }
  const dimensions = dimensionsOf(model, vars["EMBEDDING_DIMENSIONS"]);
  if (dimensions > LONGEST) {
    throw new Error(
      `Vectorize takes vectors of up to ${LONGEST} numbers, and those of ${model} have ${dimensions}. ` +
        "Choose another EMBEDDING_MODEL in .prod.vars, or set VECTORIZE_ENABLED=false there: vectors are then kept in D1.",
    );
  }
  // An index is of one size for good: another size is another index.
  return { name: named ?? `nightjar-memory-${dimensions}`, dimensions };
}

/**
 * @param {string} model
 * @param {string | undefined} told
 */
function dimensionsOf(model, told) {
  const known = DIMENSIONS.find(([name]) => name.test(model))?.[1];
  const dimensions = told ? Number(told) : known;
  if (dimensions !== undefined && Number.isInteger(dimensions) && dimensions > 1) return dimensions;
  throw new Error(
    `How many numbers a vector of ${model} has is not known here: set EMBEDDING_DIMENSIONS in .prod.vars.`,
  );
}

/**
 * Throws an Error when the index can't be made, or one of that name is of another kind.
 * @param {Wrangler} wrangler
 * @param {VectorIndex} index
 */
export async function ensureVectorIndex(wrangler, { name, dimensions }) {
  const found = await wrangler(["vectorize", "get", name, "--json"], { quiet: true });
  if (found.ok) requireKind(name, dimensions, found.output);
  else {
    console.log(`Creating the vector index ${name} ...`);
    const size = ["--dimensions", String(dimensions), "--metric", "cosine"];
    await must(
      wrangler(["vectorize", "create", name, ...size, "--update-config=false"]),
      `The vector index ${name} could not be made.`,
    );
  }
  const listed = await wrangler(["vectorize", "list-metadata-index", name, "--json"], { quiet: true });
  if (
    listed.ok &&
    readJson(listed.output)?.some?.((/** @type {any} */ each) => each?.propertyName === PROPERTY)
  )
    return;
  await must(
    wrangler(["vectorize", "create-metadata-index", name, "--propertyName", PROPERTY, "--type", "string"]),
    `The metadata index of ${name} could not be made.`,
  );
}

/**
 * @param {string} name
 * @param {number} dimensions
 * @param {string} output
 */
function requireKind(name, dimensions, output) {
  const config = readJson(output)?.config;
  if (config === undefined || (config.dimensions === dimensions && config.metric === "cosine")) return;
  throw new Error(
    `The vector index ${name} has ${config.dimensions} dimensions and the metric ${config.metric}; ` +
      `${dimensions} and cosine are needed. Delete it with "npx wrangler vectorize delete ${name}", or bind another in wrangler.toml.`,
  );
}

/**
 * @param {string} output
 * @returns {any} undefined when there is none
 */
function readJson(output) {
  try {
    return JSON.parse(output.slice(output.search(/[[{]/)));
  } catch {
    // wrangler said something else: it is not depended on.
    return undefined;
  }
}

/**
 * @param {Promise<import("./steps.mjs").Outcome>} run
 * @param {string} problem
 */
export async function must(run, problem) {
  const outcome = await run;
  if (outcome.ok) return outcome;
  throw new Error(`${problem}\n${outcome.output.trim()}`);
}
