/** D1 on SQLite in memory, behind its two endpoints: queries are split at each semicolon, as was seen of the real one; imports are not. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Failure, type Route, type Routed } from "./route.ts";

const META = { duration: 1, rows_read: 1, rows_written: 1, size_after: 4096 };

export class FakeD1 {
  /** The database; undefined before it is made. */
  database: { uuid: string; name: string } | undefined;
  readonly sqlite = new DatabaseSync(":memory:");
  private readonly uploads = new Map<string, string>();

  close(): void {
    this.sqlite.close();
  }

  routes(own: string, base: () => string): Route[] {
    const one = `^${own}/d1/database/([^/]+)`;
    return [
      ["POST", new RegExp(`^${own}/d1/database$`), (asked) => this.create(asked)],
      ["GET", new RegExp(`^${own}/d1/database$`), () => (this.database === undefined ? [] : [this.database])],
      ["GET", new RegExp(`${one}$`), (_asked, [name]) => this.find(name)],
      ["POST", new RegExp(`${one}/query$`), ({ bytes }) => this.query(JSON.parse(bytes.toString()).sql)],
      [
        "POST",
        new RegExp(`${one}/import$`),
        ({ bytes }) => this.import(JSON.parse(bytes.toString()), base()),
      ],
      ["PUT", /^\/upload\/(\w+)$/, ({ bytes }, [etag = ""]) => this.take(bytes, etag)],
    ];
  }

  private create({ bytes }: Routed) {
    const { name } = JSON.parse(bytes.toString());
    if (this.database !== undefined) throw new Failure(400, 7502, "A database with that name already exists");
    this.database = { uuid: "11111111-2222-3333-4444-555555555555", name };
    return this.database;
  }

  private find(name: string | undefined) {
    if (this.database !== undefined && (name === this.database.name || name === this.database.uuid))
      return this.database;
    throw new Failure(404, 7404, `The database ${name} could not be found`);
  }

  private query(sql: string) {
    return this.atOnce(() => {
      const statements = sql.split(";").filter((statement) => hasSql(statement));
      return statements.map((statement) => ({
        results: this.sqlite.prepare(statement).all(),
        success: true,
        meta: META,
      }));
    });
  }

  private import({ action, etag }: { action: string; etag?: string }, base: string) {
    const sql = this.uploads.get(etag ?? "");
    if (action === "init" && sql === undefined)
      return { upload_url: `${base}/upload/${etag}`, filename: `${etag}.sql`, success: true };
    this.atOnce(() => this.sqlite.exec(sql ?? ""));
    const result = { num_queries: 1, final_bookmark: "bookmark", meta: META };
    return { success: true, type: "import", status: "complete", messages: [], errors: [], result };
  }

  private take(bytes: Buffer, etag: string) {
    if (createHash("md5").update(bytes).digest("hex") !== etag) throw new Failure(400, 1, "another file");
    this.uploads.set(etag, bytes.toString("utf8"));
    return new Response("", { headers: { etag: `"${etag}"` } });
  }

  private atOnce<T>(work: () => T): T {
    this.sqlite.exec("BEGIN");
    try {
      const result = work();
      this.sqlite.exec("COMMIT");
      return result;
    } catch (error) {
      this.sqlite.exec("ROLLBACK");
      throw new Failure(400, 7500, `${error instanceof Error ? error.message : error}: SQLITE_ERROR`);
    }
  }
}

/** Whether there is more in it than comments. */
const hasSql = (statement: string) => statement.replace(/--.*/g, "").trim() !== "";
