import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import {
  asBuilt,
  devConfigFiles,
  devConfigs,
  WRANGLER_TOML,
  writeDevConfigs,
} from "../../../scripts/start/dev-config.mjs";
import { OWN_PATHS } from "../../../src/app/http/own-paths.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever wrangler.toml holds
const config = parse(readFileSync(WRANGLER_TOML, "utf8")) as any;

describe("what wrangler is given by npm start", () => {
  it("is Nightjar with all its bindings, and the web app beside it", () => {
    const [nightjar, web] = devConfigs(config) as [typeof config, typeof config];
    const { assets, main, alias, services: _, d1_databases, vars, ...same } = config;
    expect(vars.CLIENT_ADDRESS_HEADER).toBe("CF-Connecting-IP");
    expect(nightjar.vars.CLIENT_ADDRESS_HEADER).toBeUndefined();
    expect(nightjar).toMatchObject(same);
    expect(nightjar.assets).toBeUndefined();
    expect(nightjar.services).toEqual([...config.services, { binding: assets.binding, service: web.name }]);
    expect(Object.keys(nightjar.alias)).toEqual(Object.keys(alias));
    expect(Object.values(nightjar.alias).filter((file) => !existsSync(String(file)))).toEqual([]);
    expect(nightjar.d1_databases[0].binding).toBe(d1_databases[0].binding);
    expect(web.assets.not_found_handling).toBe(assets.not_found_handling);
    expect(web.assets.run_worker_first).toBeUndefined();
    for (const place of [
      nightjar.main,
      ...Object.values<string>(nightjar.alias),
      web.assets.directory,
      nightjar.d1_databases[0].migrations_dir,
    ])
      expect(path.isAbsolute(place)).toBe(true);
  });

  it("has the entry that is asked for", () => {
    expect(devConfigs(config, "test/entry.ts")[0]?.main).toMatch(/\/test\/entry\.ts$/);
  });

  it("has the Worker as it was built in place of its sources, where it was", () => {
    const [nightjar, web] = devConfigs(config).map((made) => asBuilt(made, "/built"));
    expect(nightjar).toMatchObject({ main: "/built/nightjar/entry.js", no_bundle: true });
    expect(nightjar?.alias).toBeUndefined();
    const [text] = config.rules;
    const rules = [{ ...text, globs: [...text.globs, "**/*-lua.txt"] }];
    expect(nightjar?.rules).toEqual([{ type: "ESModule", globs: ["**/*.js"] }, ...rules]);
    expect(web).toEqual(devConfigs(config)[1]);
  });

  it("lies in the state folder", async () => {
    const stateDir = mkdtempSync(path.join(tmpdir(), "nightjar-"));
    await writeDevConfigs({ stateDir });
    const names = devConfigFiles(stateDir).map((file) => JSON.parse(readFileSync(file, "utf8")).name);
    rmSync(stateDir, { recursive: true });
    expect(names).toEqual(["nightjar", "nightjar-web", "nightjar-reader"]);
  });
});

describe("the paths of the Worker", () => {
  it("are those that wrangler.toml keeps from the web app", () => {
    expect(config.assets.run_worker_first).toEqual(OWN_PATHS);
  });
});
