/** Backups: tables, objects and schedules as a program reads them from here and writes them into an empty instance. */
import { z } from "zod";
import { REPORT_KINDS } from "../../backups/report.ts";
import { type JsonOf, listOf, namedSchema, time } from "../schema.ts";

const cell = () => z.union([z.string(), z.number(), z.null()]);
const name = () => z.string().min(1).max(200);
const rowNumber = () => z.number().int();
/** Row number, then the values in the order of the columns. */
const numberedRow = () => z.tuple([rowNumber()], cell());

export const TableFields = () => z.strictObject({ name: name(), columns: z.array(name()).min(1).max(200) });

const tables = () => z.array(z.object({ name: name(), columns: z.array(name()) }));

export const BackupBegunShape = namedSchema("Backup", () =>
  z.object({
    id: z.string(),
    version: z.string(),
    /** Names of the database's migrations, in order. */
    migrations: z.array(z.string()),
    tables: tables(),
  }),
);

export const RowPageShape = () =>
  z.object({
    rows: z.array(numberedRow()),
    /** False: the span goes on after the last row. */
    is_whole: z.boolean(),
    /** The rows' span of 512 numbers; null: there are no more rows. */
    span: z.number().nullable(),
  });

const changes = () =>
  z.array(z.object({ table: z.string(), row: z.number(), values: z.array(cell()).nullable() }));

export const ChangesShape = () => z.object({ changes: changes(), more: z.boolean() });

export const CutShape = () =>
  z.object({
    changes: changes(),
    /** Rows of each table. */
    counts: z.record(z.string(), z.number()),
    /** Moment that the rows are of. */
    at: time(),
  });

export const ObjectShape = namedSchema("StoredObject", () =>
  z.object({ key: z.string(), size: z.number(), etag: z.string() }),
);

export const ObjectsShape = () => listOf(ObjectShape());

const cells = () => z.record(z.string(), cell());

/** Rows of a person's schedules and their runs. */
export const ScheduleRowsShape = () =>
  z.object({ person: z.string(), schedules: z.array(cells()), runs: z.array(cells()) });

export const ScheduleRowsListShape = () => listOf(ScheduleRowsShape());

export const SettledShape = () =>
  z.object({ conversations: z.number(), failed: z.array(z.string()), next: z.string().nullable() });

export const RestoreFields = () =>
  z.strictObject({ migrations: z.array(name()).max(10_000), tables: z.array(TableFields()).max(1_000) });

export const RestoreBegunShape = () => z.object({ id: z.string() });

export const RowsFields = () =>
  z.strictObject({ table: TableFields(), rows: z.array(numberedRow()).max(2_000) });

const objectKey = () => z.string().min(1).max(1_100);

export const ObjectQuery = () => z.object({ key: objectKey() });

/** An object that arrives in parts; `metadata` as `X-Nightjar-Metadata` has it. */
export const LargeObjectFields = () =>
  z.strictObject({ key: objectKey(), metadata: z.string().max(20_000).optional() });

export const LargeObjectShape = () => z.object({ upload_id: z.string() });

export const PartQuery = () =>
  z.object({
    key: objectKey(),
    upload_id: z.string().min(1).max(2_000),
    /** From 1. */
    number: z.coerce.number().int().min(1).max(10_000),
  });

export const PartShape = () => z.object({ etag: z.string() });

export const CompletedObjectFields = () =>
  z.strictObject({
    key: objectKey(),
    upload_id: z.string().min(1).max(2_000),
    /** Tags of all parts, in order. */
    etags: z.array(z.string().max(200)).min(1).max(10_000),
  });

/** At most `length` bytes of an object, from `offset` on; all of it without a `length`. */
export const ContentQuery = () =>
  z
    .object({
      key: z.string().max(1_100),
      offset: z.coerce.number().int().min(0).optional(),
      length: z.coerce.number().int().min(1).optional(),
    })
    .refine(({ offset, length }) => offset === undefined || length !== undefined, {
      path: ["length"],
      message: "say how many bytes from there on",
    });

export const ScheduleRowsFields = () =>
  z.strictObject({ person: z.string().min(1).max(200), schedules: z.array(cells()), runs: z.array(cells()) });

export const BackupReportShape = namedSchema("BackupReport", () =>
  z.object({
    id: z.string(),
    kind: z.enum(REPORT_KINDS),
    is_ok: z.boolean(),
    place: z.string(),
    summary: z.string(),
    at: time(),
  }),
);

export const BackupReportFields = () =>
  z.strictObject({
    kind: z.enum(REPORT_KINDS),
    is_ok: z.boolean(),
    place: z.string().max(500),
    summary: z.string().max(2_000),
  });

export type BackupReportView = JsonOf<typeof BackupReportShape>;
