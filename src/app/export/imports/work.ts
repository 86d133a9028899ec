/** Work of a job on an import: its record, saved as the job goes on. */
import { type ImportFile, rangeOf } from "../../../export/files/byte-source.ts";
import { type FileGroup, groupsOf } from "../../../export/files/groups.ts";
import type { ImportRecord } from "../../../export/imports/record.ts";
import { type JobContext, JobTakenError } from "../../../jobs/job.ts";
import type { R2Imports, StoredImport } from "../../../storage/r2/imports.ts";
import type { Services } from "../services.ts";
import { readJob, takeJob } from "./steps.ts";

export interface ImportDeps {
  services: Services;
  store: R2Imports;
  context: JobContext;
}

type Found = Promise<ReadonlyMap<string, ImportFile>>;

export class ImportWork {
  readonly record: ImportRecord;
  private version: string;
  private foundPictures: Found | undefined;
  private foundSources: Found | undefined;
  private readonly deps: ImportDeps;

  private constructor(deps: ImportDeps, { record, version }: StoredImport) {
    this.deps = deps;
    this.record = record;
    this.version = version;
  }

  /** Undefined: the import was removed, or is at another step. */
  static async of(
    deps: ImportDeps,
    id: string,
    state: ImportRecord["state"],
  ): Promise<ImportWork | undefined> {
    const stored = await deps.store.get({ owner: deps.context.job.owner, id });
    if (stored?.record.state !== state) return undefined;
    const next = state === "reading" ? readJob(stored.record) : takeJob(stored.record);
    if (next.id === deps.context.job.id) return new ImportWork(deps, stored);
    // An earlier run may have broken off after it had handed on, before the next step was enqueued.
    await deps.services.jobs.enqueue(next);
    return undefined;
  }

  /** Rejects when the import was removed meanwhile, or the job was cancelled. */
  async save(): Promise<void> {
    const { store, context } = this.deps;
    await context.heartbeat();
    this.record.updated_at = context.now();
    const saved = await store.save({ record: this.record, version: this.version });
    if (!saved) throw new JobTakenError();
    this.version = saved.version;
  }

  /** Pictures among the files, by the id in their names. */
  pictures(): Found {
    this.foundPictures ??= this.find(pictureId);
    return this.foundPictures;
  }

  /** Texts of sources among the files, by their hashes. */
  sources(): Found {
    this.foundSources ??= this.find((path) => /^sources\/([0-9a-f]{64})\.txt$/.exec(path)?.[1]);
    return this.foundSources;
  }

  private async find(idOf: (path: string) => string | undefined): Found {
    const files = (await this.groups()).flatMap((group) => group.files);
    return new Map(
      files.flatMap((file) => {
        const id = idOf(file.path);
        return id === undefined ? [] : [[id, file] as const];
      }),
    );
  }

  async groups(): Promise<FileGroup[]> {
    const { store } = this.deps;
    const files = await store.files(this.record);
    if (!files) throw new Error("the list of files of an import is missing");
    const source = store.source(this.record, this.record.size);
    let offset = 0;
    return groupsOf(
      files.map(({ path, size }) => {
        offset += size;
        return { path, source: rangeOf(source, offset - size, size) };
      }),
    );
  }
}

/** Id at the beginning of a picture's file name, by which a conversation names it. */
function pictureId(path: string): string | undefined {
  return /(?:^|\/)(file[-_][A-Za-z0-9]+)(?:[-_.][^/]*)?$|^files\/(fil_\w+)$/
    .exec(path)
    ?.slice(1)
    .find(Boolean);
}
