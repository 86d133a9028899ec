/**
 * Code that runs in the sandbox before the program: `console`, `ctx`, timers and the small web API that
 * programs expect. It is a convenience only: the host functions alone decide what a program may do, so a
 * program that tampers with the prelude harms only itself.
 */

/** A function of (post, call, names) that returns `control(operation, ...)`, called by the host. */
export const PRELUDE = String.raw`(function (post, parseUrl) {
  "use strict";
  const { parse, stringify } = JSON;
  const pending = new Map();
  let lastId = 0;

  function callHost(name, args) {
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      post("call", stringify({ id, name, args }));
    });
  }

  // --- showing values
  function show(value) {
    if (typeof value === "string") return value;
    if (value === undefined) return "undefined";
    if (typeof value === "bigint") return value + "n";
    if (typeof value === "function" || typeof value === "symbol") return String(value);
    if (value instanceof Error) return describe(value).text;
    try {
      const text = stringify(value, plain(), typeof value === "object" && value !== null ? 2 : 0);
      return text === undefined ? String(value) : compact(text);
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  function compact(text) {
    if (text.length > 400) return text;
    try { return stringify(parse(text)); } catch { return text; }
  }
  function plain() {
    const path = [];
    return function (key, value) {
      if (typeof value === "bigint") return value + "n";
      if (typeof value === "function") return "[function " + (value.name || "anonymous") + "]";
      if (typeof value === "symbol") return String(value);
      if (value === undefined && key !== "") return "[undefined]";
      if (typeof value === "number" && !Number.isFinite(value)) return String(value);
      if (value instanceof Map) return { "[Map]": [...value] };
      if (value instanceof Set) return { "[Set]": [...value] };
      if (value instanceof Error) return describe(value).text;
      if (typeof value === "object" && value !== null) {
        while (path.length > 0 && path[path.length - 1] !== this) path.pop();
        if (path.includes(value)) return "[circular]";
        path.push(value);
        if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return [...value].map((n) => typeof n === "bigint" ? n + "n" : n);
      }
      return value;
    };
  }
  function describe(error) {
    let name = "Error", message = "", stack = "";
    try {
      if (error instanceof Error) {
        name = String(error.name); message = String(error.message); stack = String(error.stack || "");
      } else message = show(error);
    } catch { message = "an error that can't be described"; }
    const text = error instanceof Error ? name + ": " + message : message;
    const where = stack.split("\n").filter((line) => line.includes("program.js") || line.includes("main.js")).slice(0, 5).join("\n");
    return { name, message, text: where ? text + "\n" + where : text };
  }

  // --- console
  const line = (level) => (...values) => { post("console", stringify({ level, text: values.map(show).join(" ") })); };
  const console = { log: line("log"), info: line("log"), debug: line("log"), warn: line("warn"), error: line("error") };
  console.table = console.log;
  console.assert = (holds, ...values) => { if (!holds) console.error("Assertion failed:", ...values); };

  // --- timers
  const timers = new Map();
  let lastTimer = 0;
  function later(fn, ms, args, repeats) {
    const id = ++lastTimer;
    timers.set(id, true);
    const fire = () => {
      if (!timers.has(id)) return;
      if (!repeats) timers.delete(id);
      fn(...args);
      if (repeats && timers.has(id)) wait();
    };
    const wait = () => callHost("sleep", [Math.max(repeats ? 1 : 0, Number(ms) || 0)]).then(fire);
    wait().catch((error) => console.error(error));
    return id;
  }
  const clear = (id) => { timers.delete(id); };

  // --- ctx.fetch
  function headersOf(init) {
    const map = new Map();
    const pairs = init && typeof init[Symbol.iterator] === "function" ? [...init] : Object.entries(init || {});
    for (const [name, value] of pairs) map.set(String(name).toLowerCase(), String(value));
    return {
      get: (name) => map.get(String(name).toLowerCase()) ?? null,
      has: (name) => map.has(String(name).toLowerCase()),
      set: (name, value) => { map.set(String(name).toLowerCase(), String(value)); },
      entries: () => map.entries(), keys: () => map.keys(), values: () => map.values(),
      forEach: (fn) => { for (const [name, value] of map) fn(value, name); },
      [Symbol.iterator]: () => map[Symbol.iterator](),
    };
  }
  async function fetch(address, init = {}) {
    const { method = "GET", headers, body } = init;
    const answer = await callHost("fetch", [{
      url: String(address), method: String(method), headers: Object.fromEntries(headersOf(headers)),
      ...(body === undefined || body === null ? {} : { body: typeof body === "string" ? body : String(body) }),
    }]);
    return {
      status: answer.status, ok: answer.status >= 200 && answer.status < 300, url: answer.url,
      headers: headersOf(answer.headers), text: async () => answer.body, json: async () => parse(answer.body),
    };
  }

  // --- the small web API
  class SearchParams {
    #pairs = [];
    constructor(init = "") {
      if (typeof init === "string") {
        for (const part of init.replace(/^\?/, "").split("&")) {
          if (part === "") continue;
          const at = part.indexOf("=");
          this.append(decode(at < 0 ? part : part.slice(0, at)), at < 0 ? "" : decode(part.slice(at + 1)));
        }
      } else for (const [k, v] of typeof init[Symbol.iterator] === "function" ? init : Object.entries(init)) this.append(k, v);
    }
    append(name, value) { this.#pairs.push([String(name), String(value)]); }
    set(name, value) { this.delete(name); this.append(name, value); }
    delete(name) { this.#pairs = this.#pairs.filter(([k]) => k !== name); }
    get(name) { return this.#pairs.find(([k]) => k === name)?.[1] ?? null; }
    getAll(name) { return this.#pairs.filter(([k]) => k === name).map(([, v]) => v); }
    has(name) { return this.#pairs.some(([k]) => k === name); }
    toString() { return this.#pairs.map(([k, v]) => encode(k) + "=" + encode(v)).join("&"); }
    [Symbol.iterator]() { return this.#pairs[Symbol.iterator](); }
  }
  const decode = (text) => { const spaced = text.replaceAll("+", " "); try { return decodeURIComponent(spaced); } catch { return spaced; } };
  const encode = (text) => encodeURIComponent(text).replaceAll("%20", "+");
  class Address {
    constructor(address, base) {
      const parts = parseUrl(stringify(base === undefined ? [String(address)] : [String(address), String(base)]));
      if (parts === "") throw new TypeError("Invalid URL: " + address);
      Object.assign(this, parse(parts));
      this.searchParams = new SearchParams(this.search);
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
  }
  const toUtf8 = (text) => Uint8Array.from(unescape(encodeURIComponent(String(text).toWellFormed())), (c) => c.charCodeAt(0));
  const fromUtf8 = (bytes) => {
    let text = "";
    for (const byte of new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength)) text += String.fromCharCode(byte);
    return decodeURIComponent(escape(text));
  };

  const globals = {
    console,
    setTimeout: (fn, ms, ...args) => later(fn, ms, args, false),
    setInterval: (fn, ms, ...args) => later(fn, ms, args, true),
    clearTimeout: clear, clearInterval: clear,
    URL: Address, URLSearchParams: SearchParams,
    TextEncoder: class { encode(text = "") { return toUtf8(text); } },
    TextDecoder: class { decode(bytes = new Uint8Array(0)) { return fromUtf8(bytes); } },
    structuredClone: (value) => parse(stringify(value)),
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }

  // --- what the host calls
  function finish(promise) {
    Promise.resolve(promise).then(
      (value) => { post("done", stringify({ value: show(value) })); },
      (error) => { post("failed", stringify(describe(error))); },
    );
  }
  function offer(names) {
    const ctx = {};
    for (const name of parse(names)) ctx[name] = name === "fetch" ? fetch : (...args) => callHost(name, args);
    Object.defineProperty(globalThis, "ctx", { value: Object.freeze(ctx), writable: true, configurable: true });
  }
  const operations = {
    offer,
    program: (result) => finish(Promise.resolve(result).then((whole) => whole.value)),
    module: (loaded, args) => finish(Promise.resolve(loaded).then((module) => {
      if (typeof module.run !== "function") throw new TypeError("The module must export a function run(args, ctx).");
      return module.run(parse(args), globalThis.ctx);
    })),
    lua: (code) => finish(new Promise((resolve, reject) => globalThis.__lua(code, { ctx: globalThis.ctx, console }, { resolve, reject }))),
    failed: (error) => { post("failed", stringify(describe(error))); },
    settle: (id, ok, json) => {
      const { resolve, reject } = pending.get(Number(id));
      pending.delete(Number(id));
      if (ok === "1") resolve(json === "" ? undefined : parse(json));
      else reject(new Error(json));
    },
  };
  return (operation, ...rest) => operations[operation](...rest);
})`;
