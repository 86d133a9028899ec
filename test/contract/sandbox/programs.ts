/** Programs that a sandbox must contain, and honest ones that must work. */
import type { SandboxLanguage, SandboxProblem } from "../../../src/sandbox/port.ts";

export interface Hostile {
  name: string;
  language?: SandboxLanguage;
  code: string;
  /** How it may end; a value is allowed only where it proves that nothing was reached. */
  ends: readonly SandboxProblem[] | { value: string };
}

export const HOSTILE: readonly Hostile[] = [
  { name: "an endless loop", code: "while (true) {}", ends: ["compute"] },
  {
    name: "an endless loop that catches everything",
    code: "for (;;) { try { for (;;) {} } catch {} finally { continue; } }",
    ends: ["compute"],
  },
  {
    name: "an endless chain of jobs",
    code: "const f = () => Promise.resolve().then(f); await f();",
    ends: ["compute"],
  },
  {
    name: "an endless loop in a getter of the result",
    code: "({ get x() { for (;;) {} } })",
    ends: ["compute"],
  },
  { name: "an endless loop in toJSON", code: "({ toJSON() { for (;;) {} } })", ends: ["compute"] },
  {
    name: "an endless loop in a thrown error",
    code: "throw { get name() { for (;;) {} }, get message() { for (;;) {} }, toString() { for (;;) {} } }",
    ends: ["compute", "exception"],
  },
  { name: "an endless loop after an await", code: "await ctx.echo(1); while (true) {}", ends: ["compute"] },
  {
    name: "an endless generator",
    code: "function* g() { for (;;) yield 1; } [...g()].length",
    ends: ["compute", "memory"],
  },
  { name: "joining a billion holes", code: "Array(1e9).join('x').length", ends: ["compute", "memory"] },
  {
    name: "looking through an array-like without end",
    code: "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    ends: ["compute"],
  },
  {
    name: "reversing an array-like without end",
    code: "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })",
    ends: ["compute", "memory"],
  },
  { name: "sorting four billion holes", code: "new Array(4e9).sort()", ends: ["compute", "memory"] },
  {
    name: "a search of quadratic cost",
    code: 'const s = "a".repeat(1e7); s.indexOf("a".repeat(5e6) + "b")',
    ends: ["compute", "memory"],
  },
  {
    name: "a regular expression that explodes",
    code: '/^(a+)+$/.test("a".repeat(40) + "b")',
    ends: ["compute"],
  },
  {
    name: "a regular expression that explodes by alternatives",
    code: '/^(([a-z])+.)+[A-Z]([a-z])+$/.test("a".repeat(60))',
    ends: ["compute"],
  },
  {
    name: "a number that grows without end",
    code: "let n = 3n; for (;;) n = n * n;",
    ends: ["compute", "memory", "exception"],
  },
  {
    name: "an array that grows without end",
    code: "const a = []; for (;;) a.push(new Array(1000).fill(1));",
    ends: ["memory", "compute"],
  },
  {
    name: "a string that grows without end",
    code: 'let s = "x"; for (;;) s += s;',
    ends: ["memory", "compute", "exception"],
  },
  { name: "a giant string at once", code: '"x".repeat(2 ** 30)', ends: ["memory", "exception"] },
  { name: "a giant buffer at once", code: "new Uint8Array(1e9)", ends: ["memory", "exception"] },
  {
    name: "a memory hog that catches everything",
    code: "const a = []; for (;;) { try { a.push(new Uint8Array(1e6)); } catch {} }",
    ends: ["compute", "memory"],
  },
  { name: "recursion without end", code: "const f = () => f() + 1; f()", ends: ["stack"] },
  {
    name: "recursion in JSON",
    code: "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o)",
    ends: ["stack", "memory", "compute"],
  },
  { name: "recursion in the parser", code: 'eval("(".repeat(1e5))', ends: ["stack", "syntax"] },
  {
    name: "recursion through proxies",
    code: "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x",
    ends: ["stack"],
  },
  { name: "a promise that never settles", code: "await new Promise(() => {})", ends: ["stuck"] },
  {
    name: "a promise that waits for itself",
    code: "const p = (async () => { await 0; return await p; })(); await p",
    ends: ["stuck"],
  },
  {
    name: "a sleep that is too long",
    code: "await new Promise((done) => setTimeout(done, 1e9))",
    ends: ["timeout"],
  },
  {
    name: "a timer that fires for ever",
    code: "setInterval(() => {}, 1); await new Promise(() => {})",
    ends: ["timeout", "compute"],
  },
  {
    name: "output without end",
    code: "for (;;) console.log('x'.repeat(10000));",
    ends: ["compute", "memory"],
  },
  { name: "a result that is too large", code: '"x".repeat(5e6)', ends: ["output"] },
  {
    name: "a thousand host calls at once",
    code: "await Promise.all(Array.from({ length: 1000 }, () => ctx.hang()))",
    ends: ["exception"],
  },
  { name: "the network by fetch", code: 'await fetch("http://127.0.0.1/")', ends: ["exception"] },
  {
    name: "the host by process",
    code: "[typeof process, typeof require, typeof Deno, typeof WebAssembly, typeof XMLHttpRequest, typeof caches].join()",
    ends: { value: Array(6).fill("undefined").join() },
  },
  {
    name: "the host by a constructor",
    code: 'const g = (() => {}).constructor("return this")(); [typeof g.process, typeof g.fetch, typeof g.navigator].join()',
    ends: { value: "undefined,undefined,undefined" },
  },
  {
    name: "the host by an error's stack",
    code: "Error.prepareStackTrace = (e, frames) => frames; const s = new Error().stack; typeof (Array.isArray(s) ? s[0]?.getThis?.() : undefined)",
    ends: { value: "undefined" },
  },
  {
    name: "the host by a host function's constructor",
    code: 'const F = ctx.echo.constructor; const g = new F("return typeof process + typeof fetch")(); g',
    ends: { value: "undefinedundefined" },
  },
  { name: "the host by a module", code: 'await import("node:fs")', ends: ["exception", "syntax"] },
  { name: "the host by a file", code: 'await import("file:///etc/passwd")', ends: ["exception", "syntax"] },
  {
    name: "prototype tricks on what the host gets",
    code: 'Object.prototype.url = "x"; Array.prototype.map = null; JSON.stringify({ ok: await ctx.echo({ __proto__: { admin: true }, a: 1 }) })',
    ends: { value: '{"ok":{"a":1}}' },
  },
  {
    name: "a host function that does not exist",
    code: "await ctx.readFile('/etc/passwd')",
    ends: ["exception"],
  },
  { name: "an endless loop in Lua", language: "lua", code: "while true do end", ends: ["compute"] },
  {
    name: "a memory hog in Lua",
    language: "lua",
    code: "local t = {} while true do t[#t + 1] = string.rep('x', 100000) .. #t end",
    ends: ["memory", "compute"],
  },
  {
    name: "a giant string in Lua",
    language: "lua",
    code: "return string.rep('x', 1e9)",
    ends: ["memory", "exception", "compute"],
  },
  {
    name: "recursion in Lua",
    language: "lua",
    code: "local function f() return 1 + f() end return f()",
    ends: ["stack", "exception", "compute"],
  },
  {
    name: "a pattern that explodes in Lua",
    language: "lua",
    code: "return string.find(string.rep('a', 60), string.rep('a-', 60) .. 'b')",
    ends: ["compute"],
  },
  {
    name: "the host by Lua's libraries",
    language: "lua",
    code: "return io, os.execute, os.getenv, os.exit, os.remove, require, package, dofile, loadfile, debug, fengari",
    ends: { value: Array(11).fill("nil").join("\t") },
  },
];

export interface Honest {
  name: string;
  language: SandboxLanguage;
  code: string;
  value: string;
}

export const HONEST: readonly Honest[] = [
  { name: "arithmetic", language: "javascript", code: "1 + 1", value: "2" },
  {
    name: "the last expression of many statements",
    language: "javascript",
    code: "const a = [3, 1, 2];\na.sort();\na",
    value: "[1,2,3]",
  },
  {
    name: "await at the top",
    language: "javascript",
    code: "const x = await ctx.echo({ a: [1, null, 'é\\u0000'] }); x.a.length + x.a[2]",
    value: "3é\u0000",
  },
  {
    name: "timers",
    language: "javascript",
    code: "await new Promise((done) => setTimeout(done, 5)); 'later'",
    value: "later",
  },
  {
    name: "several host calls at once",
    language: "javascript",
    code: "(await Promise.all([1, 2, 3].map((n) => ctx.echo(n)))).join()",
    value: "1,2,3",
  },
  {
    name: "an error of the host, caught",
    language: "javascript",
    code: "try { await ctx.fail() } catch (e) { e.message }",
    value: "the host says no",
  },
  {
    name: "dates, maps, classes and regular expressions",
    language: "javascript",
    code: "class A { #x = 1; get x() { return this.#x; } } [new A().x, new Map([[1, 2]]).get(1), new Date(0).toISOString(), 'a1b22'.match(/\\d+/g).join()].join(' ')",
    value: "1 2 1970-01-01T00:00:00.000Z 1,22",
  },
  {
    name: "addresses and text",
    language: "javascript",
    code: "const u = new URL('/a?b=c d', 'https://example.com'); [u.host, u.searchParams.get('b'), new TextDecoder().decode(new TextEncoder().encode('ü€'))].join()",
    value: "example.com,c d,ü€",
  },
  {
    name: "big numbers and odd values",
    language: "javascript",
    code: "({ n: 2n ** 70n, u: undefined, i: Infinity, s: new Set([1]) })",
    value: '{"n":"1180591620717411303424n","u":"[undefined]","i":"Infinity","s":{"[Set]":[1]}}',
  },
  {
    name: "a circle",
    language: "javascript",
    code: "const a = { b: {} }; a.b.a = a; a",
    value: '{"b":{"a":"[circular]"}}',
  },
  {
    name: "types",
    language: "typescript",
    code: "interface P { x: number }\nconst p: P = { x: 20 };\nenum E { A = 2 }\n(p as P).x + E.A",
    value: "22",
  },
  {
    name: "Lua",
    language: "lua",
    code: "local t = {} for i = 1, 3 do t[i] = i * i end return t, #t",
    value: "[1,4,9]\t3",
  },
  {
    name: "Lua and the host",
    language: "lua",
    code: "local ok, e = pcall(ctx.fail) return ctx.echo({ a = { 1, 2 } }), ok, e",
    value: '{"a":[1,2]}\tfalse\tthe host says no',
  },
  {
    name: "Lua's strings, JSON and coroutines",
    language: "lua",
    code: "local co = coroutine.wrap(function() coroutine.yield(1) coroutine.yield(2) end) return co() + co(), ('x'):rep(3), json.decode('{\"a\":[1]}').a[1], string.format('%05.2f', 3.14159)",
    value: "3\txxx\t1\t03.14",
  },
];
