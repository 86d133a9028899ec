import { describe, expect, it } from "vitest";
import { bytesByOrigin, compressedSize, evaluatedAtStart } from "../../../scripts/check/worker-size.mjs";

describe("what the Worker weighs", () => {
  it("is what wrangler would upload, after gzip", () => {
    expect(compressedSize("Total Upload: 5358.13 KiB / gzip: 1718.44 KiB\nYour Worker ...")).toBe(1718.44);
  });

  it("is not guessed where wrangler says none", () => {
    expect(() => compressedSize("no such file\n")).toThrow(/did not say how large.*\nno such file/);
  });

  it("is told by package, also of a copy in another's folder, and by folder of our own", () => {
    const inputs = {
      "node_modules/zod/a.js": { bytesInOutput: 10 },
      "node_modules/dom-serializer/node_modules/entities/b.js": { bytesInOutput: 5 },
      "node_modules/@noble/hashes/c.js": { bytesInOutput: 7 },
      "../../../src/http/routes/d.ts": { bytesInOutput: 2 },
      "src/http/e.ts": { bytesInOutput: 1 },
    };
    expect(bytesByOrigin({ outputs: { "out/index.js": { inputs } } })).toEqual([
      { name: "zod", bytes: 10 },
      { name: "@noble/hashes", bytes: 7 },
      { name: "entities", bytes: 5 },
      { name: "src/http", bytes: 3 },
    ]);
  });

  it("is counted for a start without what is imported while requests are answered, unless a start needs it too", () => {
    const imports = (...paths: string[]) => paths.map((path) => ({ path, kind: "import-statement" }));
    const inputs = {
      "index.ts": { imports: [...imports("app.ts"), { path: "mail.ts", kind: "dynamic-import" }] },
      "app.ts": {
        imports: [
          ...imports("zod.js", "index.ts"),
          { path: "cloudflare:workers", kind: "import-statement", external: true },
        ],
      },
      "mail.ts": { imports: imports("html.ts", "zod.js") },
      "html.ts": { imports: [] },
      "zod.js": { imports: [] },
    };
    const kib = (bytesInOutput: number) => ({ bytesInOutput: bytesInOutput * 1024 });
    const outputs = {
      "out/index.js": {
        entryPoint: "index.ts",
        inputs: {
          "index.ts": kib(1),
          "app.ts": kib(2),
          "mail.ts": kib(4),
          "html.ts": kib(8),
          "zod.js": kib(16),
        },
      },
    };
    expect(evaluatedAtStart({ inputs, outputs })).toBe(19);
  });
});
