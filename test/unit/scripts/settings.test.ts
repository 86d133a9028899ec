import { describe, expect, it } from "vitest";
import { localUrl, readSettings } from "../../../scripts/start/settings.mjs";

describe("the settings of npm start", () => {
  it("listen on this machine only, at 8787, and keep state in the project", () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 8787, host: "127.0.0.1", logLevel: "warn", tracing: false });
    expect(settings.stateDir).toMatch(/\.wrangler\/state$/);
    expect(settings.varsFile).toMatch(/\/\.dev\.vars$/);
  });

  it("take an absolute or a relative state folder", () => {
    expect(readSettings({ STATE_DIR: "/srv/nightjar" }).stateDir).toBe("/srv/nightjar");
    expect(readSettings({ STATE_DIR: "other" }).stateDir).toMatch(/^\/.*\/other$/);
  });

  it.each(["0", "65536", "80a", "-1", "1.5"])("refuse PORT=%s by name", (PORT) => {
    expect(() => readSettings({ PORT })).toThrow(/PORT is ".*": give a number/);
  });

  it("refuse a log level that wrangler does not know", () => {
    expect(() => readSettings({ LOG_LEVEL: "loud" })).toThrow(/LOG_LEVEL is "loud"/);
  });

  it("refuse a switch that is neither on nor off", () => {
    expect(readSettings({ X_LOCAL_OBSERVABILITY: "true" }).tracing).toBe(true);
    expect(() => readSettings({ X_LOCAL_OBSERVABILITY: "yes" })).toThrow(/"yes": give one of true, false/);
  });

  it("name an address that a browser can open", () => {
    const base = readSettings({ PORT: "9000" });
    expect(localUrl(base)).toBe("http://127.0.0.1:9000");
    expect(localUrl({ ...base, host: "0.0.0.0" })).toBe("http://127.0.0.1:9000");
    expect(localUrl({ ...base, host: "::1" })).toBe("http://[::1]:9000");
  });
});
