/**
 * Rewrites the QuickJS module so that every loop in it, including those of its own built-in functions, decrements a
 * fuel counter and calls the host when it is empty. `Array(1e9).join()` never polls QuickJS's interrupt handler; no
 * loop gets past this counter.
 *
 * Run `node scripts/meter-wasm.mjs` after a change of the package's version; a test compares the result.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const PACKAGE = "@jitl/quickjs-ng-wasmfile-release-sync";
const OUTPUT = new URL("../src/sandbox/quickjs/quickjs.wasm", import.meta.url);
/** The module's new import and export: `import "nightjar" "meter"` and `export "fuel"`. */
const METER = { module: "nightjar", field: "meter" };
const FUEL = "fuel";
/** Initial pages of 64 KiB, instead of 16 MiB (5 MiB are the C stack): a small program takes little memory. */
const FIRST_PAGES = 96;

const SECTION = { import: 2, global: 6, export: 7, code: 10 };
const OP = {
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  call: 0x10,
  drop: 0x1a,
  get: 0x23,
  set: 0x24,
  i32: 0x41,
  eqz: 0x45,
  sub: 0x6b,
};

export function meteredQuickJs() {
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(require.resolve(`${PACKAGE}/wasm`));
  const glue = readFileSync(
    new URL("emscripten-module.cloudflare.cjs", `file://${require.resolve(`${PACKAGE}/wasm`)}`),
    "utf8",
  );
  return meter(wasm, interruptImport(glue));
}

/** The glue's short name for the import that QuickJS polls; the meter replaces it. @param {string} glue */
function interruptImport(glue) {
  const name = /(\w+):function\(a\)\{return c\.callbacks\.shouldInterrupt\(/.exec(glue)?.[1];
  if (!name) throw new Error("the glue of QuickJS has changed: its interrupt import was not found");
  return name;
}

/** @param {Uint8Array} wasm @param {string} pollName */
function meter(wasm, pollName) {
  const sections = readSections(wasm);
  const imports = readImports(bodyOf(sections, SECTION.import));
  const poll = imports.functions.findIndex((entry) => entry.field === pollName);
  if (poll < 0) throw new Error(`no import ${pollName}`);
  const globals = readVector(bodyOf(sections, SECTION.global));
  const fuel = imports.globals + globals.count;
  replace(sections, SECTION.import, renamed(imports, pollName));
  replace(sections, SECTION.global, [
    ...leb(globals.count + 1),
    ...globals.rest,
    0x7f,
    1,
    OP.i32,
    ...sleb(0x7fffffff),
    OP.end,
  ]);
  const exports = readVector(bodyOf(sections, SECTION.export));
  replace(sections, SECTION.export, [
    ...leb(exports.count + 1),
    ...exports.rest,
    ...name(FUEL),
    3,
    ...leb(fuel),
  ]);
  replace(sections, SECTION.code, meteredCode(bodyOf(sections, SECTION.code), check(fuel, poll)));
  return writeSections(wasm.subarray(0, 8), sections);
}

/** Stands at the head of a loop: `if (fuel == 0) meter(0); fuel -= 1`. @param {number} fuel @param {number} poll */
function check(fuel, poll) {
  const get = [OP.get, ...leb(fuel)];
  const ask = [OP.if, 0x40, OP.i32, 0, OP.call, ...leb(poll), OP.drop, OP.end];
  return [...get, OP.eqz, ...ask, ...get, OP.i32, 1, OP.sub, OP.set, ...leb(fuel)];
}

// --- sections

/** @typedef {{ id: number, body: Uint8Array }} Section */

/** @param {Uint8Array} wasm */
function readSections(wasm) {
  const reader = new Reader(wasm, 8);
  /** @type {Section[]} */
  const sections = [];
  while (!reader.done()) sections.push({ id: reader.byte(), body: reader.bytes(reader.leb()) });
  // Names and sources are useless at run time, and their offsets no longer fit.
  return sections.filter(({ id }) => id !== 0);
}

/** @param {Uint8Array} header @param {Section[]} sections */
function writeSections(header, sections) {
  return Buffer.concat([
    header,
    ...sections.flatMap(({ id, body }) => [Uint8Array.of(id), Uint8Array.from(leb(body.length)), body]),
  ]);
}

/** @param {Section[]} sections @param {number} id */
function bodyOf(sections, id) {
  const section = sections.find((entry) => entry.id === id);
  if (!section) throw new Error(`no section ${id}`);
  return section.body;
}

/** @param {Section[]} sections @param {number} id @param {number[] | Uint8Array} body */
function replace(sections, id, body) {
  for (const section of sections) if (section.id === id) section.body = Uint8Array.from(body);
}

/** @param {Uint8Array} body */
function readVector(body) {
  const reader = new Reader(body, 0);
  return { count: reader.leb(), rest: body.subarray(reader.at) };
}

/** @param {Uint8Array} body */
function readImports(body) {
  const reader = new Reader(body, 0);
  const entries = Array.from({ length: reader.leb() }, () => {
    const module = reader.name();
    const field = reader.name();
    const from = reader.at;
    const kind = reader.byte();
    if (kind === 0) reader.leb();
    else if (kind === 2) return { module, field, kind, rest: smallMemory(reader) };
    else if (kind === 3) reader.bytes(2);
    else throw new Error(`import of kind ${kind}`);
    return { module, field, kind, rest: body.subarray(from, reader.at) };
  });
  return {
    entries,
    functions: entries.filter((e) => e.kind === 0),
    globals: entries.filter((e) => e.kind === 3).length,
  };
}

/** @param {Reader} reader */
function smallMemory(reader) {
  const { maximum } = reader.limits();
  return Uint8Array.from([2, 1, ...leb(FIRST_PAGES), ...leb(maximum)]);
}

/** @param {ReturnType<typeof readImports>} imports @param {string} pollName */
function renamed({ entries }, pollName) {
  const body = entries.flatMap(({ module, field, rest }) => {
    const own = field === pollName ? METER : { module, field };
    return [...name(own.module), ...name(own.field), ...rest];
  });
  return [...leb(entries.length), ...body];
}

// --- code

/** @param {Uint8Array} body @param {number[]} inserted */
function meteredCode(body, inserted) {
  const reader = new Reader(body, 0);
  const count = reader.leb();
  const functions = Array.from({ length: count }, () =>
    meteredFunction(reader.bytes(reader.leb()), inserted),
  );
  return Buffer.concat([
    Uint8Array.from(leb(count)),
    ...functions.flatMap((code) => [Uint8Array.from(leb(code.length)), code]),
  ]);
}

/** @param {Uint8Array} code @param {number[]} inserted */
function meteredFunction(code, inserted) {
  const reader = new Reader(code, 0);
  for (let groups = reader.leb(); groups > 0; groups--) {
    reader.leb();
    reader.byte();
  }
  /** @type {Uint8Array[]} */
  const parts = [];
  let from = 0;
  while (!reader.done()) {
    const op = reader.byte();
    reader.skipImmediates(op);
    if (op !== OP.loop) continue;
    parts.push(code.subarray(from, reader.at), Uint8Array.from(inserted));
    from = reader.at;
  }
  return Buffer.concat([...parts, code.subarray(from)]);
}

class Reader {
  /** @param {Uint8Array} data @param {number} at */
  constructor(data, at) {
    this.data = data;
    this.at = at;
  }

  done() {
    return this.at >= this.data.length;
  }

  byte() {
    const value = this.data[this.at++];
    if (value === undefined) throw new Error("the module ends too early");
    return value;
  }

  /** @param {number} length */
  bytes(length) {
    this.at += length;
    return this.data.subarray(this.at - length, this.at);
  }

  leb() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  name() {
    return new TextDecoder().decode(this.bytes(this.leb()));
  }

  limits() {
    if (this.byte() !== 1) throw new Error("the memory was expected to have a maximum");
    return { minimum: this.leb(), maximum: this.leb() };
  }

  /** Signed and unsigned take as many bytes. @param {number} count */
  skipLebs(count) {
    for (let left = count; left > 0; left--) this.leb();
  }

  /** @param {number} op */
  skipImmediates(op) {
    if (op === 0x02 || op === 0x03 || op === 0x04) this.skipLebs(1);
    else if (op === 0x0e) this.skipLebs(this.leb() + 1);
    else if (op === 0x11) this.skipLebs(2);
    else if (op === 0x0c || op === 0x0d || op === 0x10 || (op >= 0x20 && op <= 0x26) || op === 0xd2)
      this.skipLebs(1);
    else if (op >= 0x28 && op <= 0x3e) this.skipLebs(2);
    else if (op === 0x3f || op === 0x40 || op === 0xd0) this.bytes(1);
    else if (op === 0x41 || op === 0x42) this.skipLebs(1);
    else if (op === 0x43) this.bytes(4);
    else if (op === 0x44) this.bytes(8);
    else if (op === 0x1c) this.bytes(this.leb());
    else if (op === 0xfc) this.skipMiscellaneous(this.leb());
    else if (op > 0xc4 && op !== 0xd1) throw new Error(`instruction 0x${op.toString(16)} is not known`);
  }

  /** @param {number} op */
  skipMiscellaneous(op) {
    if (op > 17) throw new Error(`instruction 0xfc ${op} is not known`);
    const immediates = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];
    this.skipLebs(immediates[op] ?? 0);
  }
}

/** @param {number} value */
function leb(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}

/** @param {number} value */
function sleb(value) {
  const bytes = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 127;
    const isLast = (rest >> 7 === 0 && !(low & 64)) || (rest >> 7 === -1 && low & 64);
    if (isLast) return [...bytes, low];
    bytes.push(low | 128);
  }
}

/** @param {string} text */
function name(text) {
  const bytes = new TextEncoder().encode(text);
  return [...leb(bytes.length), ...bytes];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(OUTPUT, meteredQuickJs());
