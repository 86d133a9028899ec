/** History routes of everything versioned: a page of versions, and one version compared with another. */
import { AppError } from "../../domain/errors.ts";
import { iso } from "./query.ts";

interface Kept<Fields> {
  version: number;
  /** ms since the epoch. */
  at: number;
  fields: Fields;
}

/** Access to the versions of one kind of thing. */
export interface HistoryDeps<Fields, Version extends Kept<Fields>, Change extends { field: string }> {
  /** Name of the kind in errors, such as `agent`; its plural is the path. */
  kind: string;
  versions: {
    /** Newest first. */
    list(slug: string, page: { before?: number; limit: number }): Promise<Version[]>;
    get(slug: string, version: number): Promise<Version | undefined>;
  };
  changes(before: Fields, after: Fields): Change[];
}

export class History<Fields, Version extends Kept<Fields>, Change extends { field: string }> {
  private readonly deps: HistoryDeps<Fields, Version, Change>;

  constructor(deps: HistoryDeps<Fields, Version, Change>) {
    this.deps = deps;
  }

  async page(slug: string, { cursor, limit }: { cursor?: number | undefined; limit: number }) {
    const before = cursor === undefined ? {} : { before: cursor };
    const found = await this.deps.versions.list(slug, { ...before, limit: limit + 1 });
    const items = found.slice(0, limit).map((version, index) => this.view(version, found[index + 1]));
    return { items, next_cursor: found.length > limit ? String(items.at(-1)?.version) : null };
  }

  /** Compares with the version before, unless another is named. */
  async beside(slug: string, version: number, against: number | undefined) {
    const found = await this.get(slug, version);
    const earlier = await this.deps.versions.get(slug, version - 1);
    const other = against === undefined ? earlier : await this.get(slug, against);
    return {
      ...this.view(found, earlier),
      fields: found.fields,
      against: other?.version ?? null,
      changes: other ? this.deps.changes(other.fields, found.fields) : [],
    };
  }

  /** Throws `resource_not_found` if there is no such version. */
  async get(slug: string, version: number): Promise<Version> {
    const { kind, versions } = this.deps;
    const found = await versions.get(slug, version);
    if (found) return found;
    throw new AppError(
      "resource_not_found",
      `The ${kind} "${slug}" has no version ${version}. GET /api/v1/${kind}s/${slug}/versions lists them.`,
    );
  }

  private view({ fields, at, ...version }: Version, earlier: Version | undefined) {
    const changed = earlier ? this.deps.changes(earlier.fields, fields).map(({ field }) => field) : [];
    return { ...version, at: iso(at), changed };
  }
}
