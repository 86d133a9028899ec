/** The differences between the files of two versions. */
import { type DiffLine, lineDiff } from "../../domain/text/line-diff.ts";
import type { CapabilityFiles } from "./capability.ts";

interface FileChange {
  path: string;
  change: "added" | "removed" | "changed";
  lines: DiffLine[];
}

export function filesBetween(before: CapabilityFiles, after: CapabilityFiles): FileChange[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths.flatMap((path) => {
    const [old, young] = [before[path], after[path]];
    if (old === young) return [];
    const change = old === undefined ? "added" : young === undefined ? "removed" : "changed";
    return [{ path, change, lines: lineDiff(old ?? "", young ?? "") }] as const;
  });
}
