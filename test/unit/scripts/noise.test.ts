import { describe, expect, it } from "vitest";
import { createNoiseFilter } from "../../../scripts/start/wrangler/noise.mjs";

const shown = (...lines: string[]) => lines.filter(createNoiseFilter());

describe("what npm start shows of wrangler's output", () => {
  it("is nothing of the banner, the bindings and the request log", () => {
    expect(
      shown(
        "Using secrets defined in .dev.vars",
        "Your Worker has access to the following bindings:",
        "Binding                              Resource                  Mode",
        "env.DB (nightjar)                    D1 Database               local",
        "",
        "⎔ Starting local server...",
        "[wrangler:info] Ready on http://127.0.0.1:9400",
        "[wrangler:info] GET /api/v1/status 200 OK (6ms)",
      ),
    ).toEqual([]);
  });

  it("is nothing of what the runtime says about its own compile cache", () => {
    const line =
      "▲ [WARNING] NOSENTRY per-isolate bootstrap compile cache failed its compatibility check; scripts will be compiled";
    expect(shown(`\u001b[33m${line}\u001b[0m`, "", "")).toEqual([]);
  });

  it("is every error, with the lines that belong to it", () => {
    const error = [
      "✘ [ERROR] Could not resolve ./gone.ts",
      "",
      "    src/index.ts:1:7:",
      "[wrangler:error] Error: boom",
    ];
    expect(shown(...error)).toEqual(error);
  });

  it("is what the Worker itself prints, in colours too", () => {
    const line = "\u001b[33mwarning\u001b[39m budget reached";
    expect(shown(line)).toEqual([line]);
  });

  it("leaves out the rest of a warning that is noise", () => {
    expect(
      shown(
        "▲ [WARNING] Scheduled Workers are not automatically triggered during local development.",
        "",
        "  To manually trigger a scheduled event, run:",
        "the next line",
      ),
    ).toEqual(["the next line"]);
  });
});
