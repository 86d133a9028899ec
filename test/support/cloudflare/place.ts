/** Surroundings of a deployment in a test: the stand-in for wrangler, secrets, a folder, and backups that are noted. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FakeCloudflare } from "./api.ts";
import { type Script, standIn } from "./stand-in.ts";

export const VARS = { ADMIN_TOKEN: "admin-token-0123456789", OPENAI_API_KEY: "a$b" };

export interface Circumstances {
  script?: Script;
  isTerminal?: boolean;
  account?: string;
  readVars?: () => Record<string, string>;
  name?: string;
  folder?: string;
  /** Undefined: none is wanted. */
  backUp?: ((instance: { url: string; token: string; place: string }) => Promise<string>) | undefined;
  /** Hook for each piece that is written. It may throw, which ends everything as a kill would. */
  onWrite?: (text: string) => void;
}

export function placeFor(cloudflare: FakeCloudflare, circumstances: Circumstances = {}) {
  const { script, isTerminal = false, account, readVars = () => VARS, name, onWrite } = circumstances;
  const stand = standIn(cloudflare, script);
  const folder = circumstances.folder ?? mkdtempSync(path.join(tmpdir(), "nightjar-deployed-"));
  const backups: object[] = [];
  const note = async (instance: object) => {
    backups.push(instance);
    return "Backup 1.";
  };
  const backUp = "backUp" in circumstances ? circumstances.backUp : note;
  const written: string[] = [];
  const place = {
    wrangler: stand.wrangler,
    readVars,
    cloudflare: { base: cloudflare.base, pauseMs: 1 },
    account,
    name,
    safety: { folder, backupPlace: path.join(folder, "backups"), backUp },
    isTerminal,
    write: (text: string) => {
      written.push(text);
      onWrite?.(text);
    },
  };
  return { place, ...stand, backups, written: () => written.join("") };
}
