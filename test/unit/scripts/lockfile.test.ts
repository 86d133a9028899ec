import { expect, it } from "vitest";
import { complete, missingOptionals } from "../../../scripts/check/lockfile.mjs";

const optionalDependencies = { "@x/cli-linux-x64": "1.0.0", "@x/cli-darwin-arm64": "1.0.0" };
const linux = { version: "1.0.0", optional: true, os: ["linux"], cpu: ["x64"] };

it("finds optional packages that the lock file leaves out, wherever they may stand", () => {
  const packages = {
    "": {},
    "node_modules/x": { version: "1.0.0", optionalDependencies },
    "node_modules/@x/cli-linux-x64": linux,
    "node_modules/y/node_modules/z": {
      optionalDependencies: { "@x/cli-linux-x64": "1.0.0", inner: "2.0.0" },
    },
    "node_modules/y/node_modules/inner": { version: "2.0.0" },
  };
  expect(missingOptionals(packages)).toEqual([
    { parent: "node_modules/x", name: "@x/cli-darwin-arm64", range: "1.0.0" },
  ]);
});

it("adds them for their platform, beside another version where there is one", () => {
  const other = { version: "0.9.0", optional: true };
  const completed = complete({
    "": {},
    "node_modules/@x/cli-darwin-arm64": other,
    "node_modules/@x/cli-linux-x64": linux,
    "node_modules/a/node_modules/x": {
      version: "1.0.0",
      dev: true,
      optionalDependencies: { "@x/binding-linux-arm64-musl": "1.0.0" },
    },
    "node_modules/x": { version: "1.0.0", optionalDependencies },
  });
  expect(completed["node_modules/@x/binding-linux-arm64-musl"]).toEqual({
    version: "1.0.0",
    cpu: ["arm64"],
    dev: true,
    libc: ["musl"],
    optional: true,
    os: ["linux"],
  });
  expect(completed["node_modules/@x/cli-darwin-arm64"]).toEqual(other);
  expect(completed["node_modules/x/node_modules/@x/cli-darwin-arm64"]).toMatchObject({
    version: "1.0.0",
    os: ["darwin"],
  });
  expect(missingOptionals(completed)).toEqual([]);
});

it("leaves a range to npm", () => {
  const packages = { "node_modules/x": { optionalDependencies: { y: "^1.0.0" } } };
  expect(complete(packages)).toEqual(packages);
});
