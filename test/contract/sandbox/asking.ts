/** Programs that compute next to nothing and hold everybody up by what they ask of the host. */

export interface Asking {
  name: string;
  code: string;
  language?: "javascript" | "lua";
}

const forever = (call: string) => `for (let i = 0; ; i++) { try { await ${call} } catch {} }`;
const atOnce = (call: string, many = 60) =>
  `for (let i = 0; ; i++) await Promise.allSettled(Array.from({ length: ${many} }, (_, n) => ${call}))`;
const MARKS = '"a" + "\\u0301\\u0316".repeat(60000)';

export const ASKING: readonly Asking[] = [
  { name: "reads one file without end", code: forever('ctx.readFile("small.txt")') },
  { name: "reads a large file without end", code: forever('ctx.readFile("large.txt")') },
  { name: "reads files that are not there", code: forever('ctx.readFile("none/" + i)') },
  { name: "reads what is not text", code: forever('ctx.readFile("image.png")') },
  { name: "reads many files at once", code: atOnce('ctx.readFile("many/" + n + ".txt")') },
  { name: "reads large files at once", code: atOnce('ctx.readFile("large.txt")') },
  { name: "lists everything without end", code: forever("ctx.listFiles()") },
  { name: "lists everything at once", code: atOnce("ctx.listFiles()") },
  { name: "lists folders that are not there", code: forever('ctx.listFiles("f" + i)') },
  { name: "writes one file without end", code: forever('ctx.writeFile("out.txt", String(i))') },
  { name: "writes one file at once", code: atOnce('ctx.writeFile("out.txt", String(i * 60 + n))') },
  { name: "writes a new file each time", code: forever('ctx.writeFile("new/" + i, "x")') },
  { name: "writes new files at once", code: atOnce('ctx.writeFile("new/" + i + "/" + n, "x")') },
  {
    name: "writes a large file without end",
    code: `const text = "x".repeat(9e6); ${forever('ctx.writeFile("big.txt", text)')}`,
  },
  {
    name: "writes large files at once",
    code: `const text = "x".repeat(3e6); ${atOnce('ctx.writeFile("big" + n, text)', 8)}`,
  },
  {
    name: "writes a file that is too large",
    code: `const text = "x".repeat(2e7); ${forever('ctx.writeFile("big.txt", text)')}`,
  },
  { name: "asks for paths that are refused", code: forever('ctx.readFile("../" + i)') },
  { name: "asks for refused paths at once", code: atOnce('ctx.readFile("../" + n)') },
  { name: "asks for paths of marks in disorder", code: `const p = ${MARKS}; ${forever("ctx.readFile(p)")}` },
  {
    name: "writes to paths of marks in disorder",
    code: `const p = ${MARKS}; ${forever('ctx.writeFile(p, "x")')}`,
  },
  { name: "lists a folder of marks in disorder", code: `const p = ${MARKS}; ${forever("ctx.listFiles(p)")}` },
  {
    name: "asks for paths of a million slashes",
    code: `const p = "a/".repeat(5e5); ${forever("ctx.readFile(p)")}`,
  },
  {
    name: "asks for paths of encoded escapes",
    code: `const p = "%2525".repeat(2e5); ${forever("ctx.readFile(p)")}`,
  },
  { name: "writes what steers the agent", code: forever('ctx.writeFile("SOUL.md", "x" + i)') },
  { name: "fetches what it may not", code: forever('ctx.fetch("https://example.com/" + i)') },
  { name: "fetches with a hundred thousand headers", code: manyHeaders() },
  {
    name: "hands over a deep nest",
    code: `let a = []; for (let i = 0; i < 5000; i++) a = [a]; ${forever("ctx.readFile(a)")}`,
  },
  {
    name: "hands over a million arguments",
    code: `const a = Array(3e5).fill(1); ${forever("ctx.listFiles(...a)")}`,
  },
  { name: "sleeps for no time at all", code: forever("new Promise((done) => setTimeout(done, 0))") },
  { name: "starts a thousand timers", code: atOnce("new Promise((done) => setTimeout(done, 0))", 1000) },
  { name: "settles promises without end", code: forever("0") },
  { name: "prints without end", code: forever("console.log(i)") },
  {
    name: "asks for long addresses",
    code: 'const p = "a".repeat(2e6); for (;;) { try { new URL("http://" + p) } catch {} }',
  },
  {
    name: "reads without end in Lua",
    language: "lua",
    code: 'while true do pcall(ctx.readFile, "small.txt") end',
  },
];

function manyHeaders(): string {
  const headers =
    "const headers = Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ['x' + i, 'y']));";
  return `${headers} ${forever('ctx.fetch("https://example.com/", { headers })')}`;
}
