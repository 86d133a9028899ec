/** History routes of everything versioned: a page of versions, and one version compared with another. */
import { AppError } from "../../domain/errors.ts";
import type { ThingVersion } from "../../domain/revision.ts";
import type { FieldChange } from "../../domain/text/changes.ts";
import { iso } from "./query.ts";

/** Access to the versions of one kind of thing. */
export interface HistoryDeps<Fields> {
  /** Name of the kind in errors, such as `agent`; its plural is the path. */
  kind: string;
  versions: {
    /** Newest first. */
    list(slug: string, page: { before?: number; limit: number }): Promise<ThingVersion<Fields>[]>;
    get(slug: string, version: number): Promise<ThingVersion<Fields> | undefined>;
  };
  changes(before: Fields, after: Fields): FieldChange[];
}

export class History<Fields> {
  private readonly deps: HistoryDeps<Fields>;

  constructor(deps: HistoryDeps<Fields>) {
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
  async get(slug: string, version: number): Promise<ThingVersion<Fields>> {
    const { kind, versions } = this.deps;
    const found = await versions.get(slug, version);
    if (found) return found;
    throw new AppError(
      "resource_not_found",
      `The ${kind} "${slug}" has no version ${version}. GET /api/v1/${kind}s/${slug}/versions lists them.`,
    );
  }

  private view({ fields, at, ...version }: ThingVersion<Fields>, earlier: ThingVersion<Fields> | undefined) {
    const changed = earlier ? this.deps.changes(earlier.fields, fields).map(({ field }) => field) : [];
    return { ...version, at: iso(at), changed };
  }
}
