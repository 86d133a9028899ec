/** The module around a program in its isolate: provides `ctx` and a console, and returns its result. */

/** Module code; imports the program as `./main.js` with an export `run(args, ctx)`. */
export function runnerModule(hostNames: readonly string[]): string {
  return `
import { WorkerEntrypoint } from "cloudflare:workers";
const NAMES = ${JSON.stringify(hostNames)};
const show = (value) => {
  if (typeof value === "string") return value;
  if (value === undefined) return "undefined";
  if (value instanceof Error) return value.name + ": " + value.message;
  try { const text = JSON.stringify(value, plain()); return text === undefined ? String(value) : text; }
  catch { return Object.prototype.toString.call(value); }
};
const plain = () => {
  const path = [];
  return function (key, value) {
    if (typeof value === "bigint") return value + "n";
    if (typeof value === "function") return "[function " + (value.name || "anonymous") + "]";
    if (typeof value === "symbol") return String(value);
    if (value === undefined && key !== "") return "[undefined]";
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    if (value instanceof Map) return { "[Map]": [...value] };
    if (value instanceof Set) return { "[Set]": [...value] };
    if (value instanceof Error) return value.name + ": " + value.message;
    if (typeof value === "object" && value !== null) {
      while (path.length > 0 && path[path.length - 1] !== this) path.pop();
      if (path.includes(value)) return "[circular]";
      path.push(value);
    }
    return value;
  };
};
const headersOf = (init) => new Headers(init || {});
export default class extends WorkerEntrypoint {
  async run(args, host) {
    const prints = [];
    const line = (level) => (...values) => { prints.push(host.print(level, values.map(show).join(" "))); };
    globalThis.console = { log: line("log"), info: line("log"), debug: line("log"), warn: line("warn"), error: line("error"), table: line("log"), assert: (holds, ...values) => { if (!holds) line("error")("Assertion failed:", ...values); } };
    const call = async (name, values) => {
      const answer = await host.call(name, JSON.stringify(values));
      return answer === "" ? undefined : JSON.parse(answer);
    };
    const ctx = {};
    for (const name of NAMES) ctx[name] = (...values) => call(name, values);
    if (NAMES.includes("fetch")) ctx.fetch = async (address, init = {}) => {
      const headers = Object.fromEntries(headersOf(init.headers));
      const body = init.body === undefined || init.body === null ? {} : { body: String(init.body) };
      const answer = await call("fetch", [{ url: String(address), method: String(init.method ?? "GET"), headers, ...body }]);
      return { status: answer.status, ok: answer.status >= 200 && answer.status < 300, url: answer.url, headers: headersOf(answer.headers), text: async () => answer.body, json: async () => JSON.parse(answer.body) };
    };
    globalThis.ctx = Object.freeze(ctx);
    try {
      const program = await import("./main.js");
      if (typeof program.run !== "function") throw new TypeError("The module must export a function run(args, ctx).");
      const value = show(await program.run(JSON.parse(args), globalThis.ctx));
      await Promise.all(prints);
      return { ok: true, value };
    } catch (error) {
      await Promise.allSettled(prints);
      const known = error instanceof Error;
      return { ok: false, name: known ? String(error.name) : "Error", message: known ? String(error.message) : show(error) };
    }
  }
}`;
}
