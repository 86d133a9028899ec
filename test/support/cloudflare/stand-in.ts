/** wrangler without wrangler: it is logged in, imports into the fake database, and uploads nothing. */
import { readFileSync } from "node:fs";
import { type FakeCloudflare, TOKEN } from "./api.ts";

interface Said {
  ok?: boolean;
  output?: string;
  stdout?: string;
  targets?: string[];
}

/** Outputs that replace the usual ones, by the beginning of the command. */
export type Script = Record<string, Said>;

export function standIn(cloudflare: FakeCloudflare, script: Script = {}) {
  const calls: string[] = [];
  const options: { secrets?: Record<string, string>; isAsking?: boolean }[] = [];
  const wrangler = async (args: string[], given: (typeof options)[number] = {}) => {
    const call = args.join(" ");
    calls.push(call.replace(/--file \S+/, "--file"));
    options.push(given);
    const said = Object.entries(script).find(([start]) => call.startsWith(start))?.[1] ?? usual(args);
    return { ok: true, output: "", stdout: "", targets: [], ...said };
  };
  function usual(args: string[]): Said {
    if (args[0] === "auth") return { stdout: JSON.stringify({ type: "api_token", token: TOKEN }) };
    if (args[1] === "execute") cloudflare.d1.sqlite.exec(readFileSync(args.at(-1) ?? "", "utf8"));
    return args[0] === "deploy" ? { targets: ["https://nightjar.me.workers.dev"] } : {};
  }
  return { wrangler, calls, options };
}
