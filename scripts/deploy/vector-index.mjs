/**
 * The Vectorize index of memory. Its metadata index is created before any vector is inserted, since it never covers
 * earlier ones.
 */

import { RIGHTS, resultOfCreation } from "./account.mjs";
import { ownName } from "./instance-names.mjs";
import { requireMissing } from "./resources.mjs";

/** @typedef {{name: string, dimensions: number}} VectorIndex */

/** Dimensions of each model's vectors, by the end of the model's name. */
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

/** Vectorize takes no longer vectors. */
const LONGEST = 1536;
const PROPERTY = "source";
const INDEXES = "/vectorize/v2/indexes";

/**
 * Undefined when memory does not use Vectorize. Throws an Error that says what to set.
 * @param {Record<string, string>} vars
 * @param {{boundIndex: string | undefined, name: string | undefined}} config `boundIndex`: of a binding that is there already
 * @returns {VectorIndex | undefined}
 */
export function vectorIndexOf(vars, { boundIndex, name }) {
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
  // An index never changes its dimensions, so others need another index.
  return { name: boundIndex ?? ownName(`nightjar-memory-${dimensions}`, name), dimensions };
}

/**
 * @param {string} model
 * @param {string | undefined} output
 */
function dimensionsOf(model, output) {
  const known = DIMENSIONS.find(([name]) => name.test(model))?.[1];
  const dimensions = output ? Number(output) : known;
  if (dimensions !== undefined && Number.isInteger(dimensions) && dimensions > 1) return dimensions;
  throw new Error(`The vector size of ${model} is unknown: set EMBEDDING_DIMENSIONS in .prod.vars.`);
}

/**
 * Throws an Error when the index can't be created, or one of that name has another form.
 * @param {import("./resources.mjs").AccountApi} api
 * @param {VectorIndex} index
 * @returns {Promise<import("./resources.mjs").Found>}
 */
export async function ensureVectorIndex(api, { name, dimensions }) {
  const found = await api(`${INDEXES}/${name}`);
  if (found.ok) requireKind(name, dimensions, found.result?.config);
  else {
    requireMissing(found, `The vector index ${name}`);
    const body = { name, config: { dimensions, metric: "cosine" } };
    resultOfCreation(await api(INDEXES, { body }), {
      what: `The vector index ${name}`,
      right: RIGHTS.vectors,
    });
  }
  await ensureMetadataIndex(api, name);
  return found.ok ? "there" : "made";
}

/**
 * @param {import("./resources.mjs").AccountApi} api
 * @param {string} name
 */
async function ensureMetadataIndex(api, name) {
  const listed = await api(`${INDEXES}/${name}/metadata_index/list`);
  const indexes = listed.ok ? (listed.result?.metadataIndexes ?? []) : [];
  if (indexes.some((/** @type {any} */ each) => each.propertyName === PROPERTY)) return;
  const body = { propertyName: PROPERTY, indexType: "string" };
  resultOfCreation(await api(`${INDEXES}/${name}/metadata_index/create`, { body }), {
    what: `The metadata index of ${name}`,
    right: RIGHTS.vectors,
  });
}

/**
 * @param {string} name
 * @param {number} dimensions
 * @param {{dimensions: number, metric: string} | undefined} config
 */
function requireKind(name, dimensions, config) {
  if (config === undefined || (config.dimensions === dimensions && config.metric === "cosine")) return;
  throw new Error(
    `The vector index ${name} has ${config.dimensions} dimensions and the metric ${config.metric}; ` +
      `${dimensions} and cosine are needed. Delete it with "npx wrangler vectorize delete ${name}", or bind another in wrangler.toml.`,
  );
}
