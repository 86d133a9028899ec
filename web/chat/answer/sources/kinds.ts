/** Kinds of sources, as people see them. */
import type { CitationPart, SourceKind } from "../../../../src/channels/web/wire.ts";
import type { IconName } from "../../../ui/pictures/icons.ts";
import { t } from "../../../words/t.ts";

interface KindOfSource {
  name: string;
  icon: IconName;
}

/** Citations that were kept before their kinds were have an address of the web, or are of files. */
export function kindOfCited({ source_kind, url }: Pick<CitationPart, "source_kind" | "url">): KindOfSource {
  return KINDS[source_kind ?? (/^https?:/i.test(url) ? "page" : "file")];
}

export const KINDS: Record<SourceKind, KindOfSource> = {
  page: { name: t("Web page"), icon: "link" },
  file: { name: t("File"), icon: "file" },
  memory: { name: t("Memory"), icon: "memory" },
  mail: { name: t("Mail"), icon: "inbox" },
  tool: { name: t("Result of a tool"), icon: "tool" },
  report: { name: t("Report"), icon: "jobs" },
};
