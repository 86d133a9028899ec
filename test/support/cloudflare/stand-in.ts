/** wrangler without wrangler: it is logged in, imports into the fake database, and uploads nothing. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { type FakeCloudflare, TOKEN } from "./api.ts";

interface Said {
  ok?: boolean;
  output?: string;
  stdout?: string;
  targets?: string[];
}

/** Outputs that replace the usual ones, by the beginning of the command. */
export type Script = Record<string, Said>;

const after = (args: string[], option: string) => {
  const at = args.indexOf(option);
  return at < 0 ? "" : (args[at + 1] ?? "");
};

export function standIn(cloudflare: FakeCloudflare, script: Script = {}) {
  const calls: string[] = [];
  const options: { secrets?: Record<string, string>; isAsking?: boolean }[] = [];
  const wrangler = async (args: string[], given: (typeof options)[number] = {}) => {
    const call = args.join(" ");
    calls.push(call.replace(/--file \S+/, "--file").replace(/deploy\.\d+/, "deploy"));
    options.push(given);
    const said = Object.entries(script).find(([start]) => call.startsWith(start))?.[1] ?? usual(args);
    return { ok: true, output: "", stdout: "", targets: [], ...said };
  };
  function usual(args: string[]): Said {
    if (args[0] === "auth") return { stdout: JSON.stringify({ type: "api_token", token: TOKEN }) };
    if (args[1] === "execute") execute(args);
    return args[0] === "deploy" ? upload(args) : {};
  }
  const configOf = (args: string[]) => parse(readFileSync(path.resolve(after(args, "--config")), "utf8"));
  function execute(args: string[]) {
    const [{ database_name = "" } = {}] = configOf(args)["d1_databases"] as { database_name?: string }[];
    cloudflare.d1.find(database_name).sqlite.exec(readFileSync(after(args, "--file"), "utf8"));
  }
  function upload(args: string[]): Said {
    if (args.includes("--dry-run")) return { output: "Total Upload: 1 KiB" };
    const name = String(configOf(args)["name"]);
    const annotations = {
      "workers/tag": after(args, "--tag"),
      "workers/message": after(args, "--message"),
    };
    cloudflare.workers.deploy(name, cloudflare.workers.take(name, JSON.stringify({ annotations })).id);
    return { targets: [`https://${name}.me.workers.dev`] };
  }
  return { wrangler, calls, options };
}
