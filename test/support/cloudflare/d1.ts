/** D1 on SQLite in memory, behind its endpoints: queries are split at each semicolon, as was seen of the real one; imports are not. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Failure, type Route, type Routed } from "./route.ts";

const META = { duration: 1, rows_read: 1, rows_written: 1, size_after: 4096 };

export class FakeDatabase {
  sqlite = new DatabaseSync(":memory:");
  readonly uuid: string;
  readonly name: string;
  private readonly folder = mkdtempSync(path.join(tmpdir(), "nightjar-d1-"));
  private marks = 0;

  constructor(uuid: string, name: string) {
    this.uuid = uuid;
    this.name = name;
  }

  close(): void {
    this.sqlite.close();
    rmSync(this.folder, { recursive: true });
  }

  /** The database as it is now, kept under the name that is given. */
  bookmark(): string {
    this.marks += 1;
    const name = `${String(this.marks).padStart(8, "0")}-00000000-00004e2f-0a83ea2fceebc654de0640c422be4653`;
    this.sqlite.exec(`VACUUM INTO '${path.join(this.folder, name)}'`);
    return name;
  }

  restore(bookmark: string) {
    const previous_bookmark = this.bookmark();
    this.sqlite.close();
    this.sqlite = new DatabaseSync(path.join(this.folder, bookmark));
    return { bookmark, previous_bookmark };
  }
}

export class FakeD1 {
  readonly databases: FakeDatabase[] = [];
  private readonly uploads = new Map<string, string>();

  close(): void {
    for (const database of this.databases) database.close();
  }

  /** SQLite of the first database. */
  get sqlite(): DatabaseSync {
    return this.find(this.databases[0]?.name).sqlite;
  }

  routes(own: string, base: () => string): Route[] {
    const one = `^${own}/d1/database/([^/]+)`;
    const shown = ({ uuid, name }: FakeDatabase) => ({ uuid, name });
    return [
      ["POST", new RegExp(`^${own}/d1/database$`), (asked) => this.create(asked)],
      ["GET", new RegExp(`^${own}/d1/database$`), () => this.databases.map(shown)],
      ["GET", new RegExp(`${one}$`), (_asked, [name]) => shown(this.find(name))],
      [
        "POST",
        new RegExp(`${one}/query$`),
        ({ bytes }, [id]) => this.query(id, JSON.parse(bytes.toString())),
      ],
      [
        "POST",
        new RegExp(`${one}/import$`),
        ({ bytes }, [id]) => this.import(this.find(id), JSON.parse(bytes.toString()), base()),
      ],
      ["PUT", /^\/upload\/(\w+)$/, ({ bytes }, [etag = ""]) => this.take(bytes, etag)],
      [
        "GET",
        new RegExp(`${one}/time_travel/bookmark$`),
        (_asked, [id]) => ({ bookmark: this.find(id).bookmark() }),
      ],
      [
        "POST",
        new RegExp(`${one}/time_travel/restore$`),
        ({ url }, [id]) => this.find(id).restore(url.searchParams.get("bookmark") ?? ""),
      ],
    ];
  }

  private create({ bytes }: Routed) {
    const { name } = JSON.parse(bytes.toString());
    if (this.databases.some((database) => database.name === name))
      throw new Failure(400, 7502, "A database with that name already exists");
    return { uuid: this.make(name).uuid, name };
  }

  make(name: string): FakeDatabase {
    const uuid = `11111111-2222-3333-4444-${String(this.databases.length + 1).padStart(12, "5")}`;
    const database = new FakeDatabase(uuid, name);
    this.databases.push(database);
    return database;
  }

  /** Finds a database by its name or id. */
  find(name: string | undefined): FakeDatabase {
    const database = this.databases.find((each) => name === each.name || name === each.uuid);
    if (database !== undefined) return database;
    throw new Failure(404, 7404, `The database ${name} could not be found`);
  }

  private query(id: string | undefined, { sql, params = [] }: { sql: string; params?: SQLInputValue[] }) {
    const { sqlite } = this.find(id);
    return atOnce(sqlite, () => {
      const statements = sql.split(";").filter((statement) => hasSql(statement));
      return statements.map((statement) => ({
        results: sqlite.prepare(statement).all(...params),
        success: true,
        meta: META,
      }));
    });
  }

  private import(
    { sqlite }: FakeDatabase,
    { action, etag }: { action: string; etag?: string },
    base: string,
  ) {
    const sql = this.uploads.get(etag ?? "");
    if (action === "init" && sql === undefined)
      return { upload_url: `${base}/upload/${etag}`, filename: `${etag}.sql`, success: true };
    atOnce(sqlite, () => sqlite.exec(sql ?? ""));
    const result = { num_queries: 1, final_bookmark: "bookmark", meta: META };
    return { success: true, type: "import", status: "complete", messages: [], errors: [], result };
  }

  private take(bytes: Buffer, etag: string) {
    if (createHash("md5").update(bytes).digest("hex") !== etag) throw new Failure(400, 1, "another file");
    this.uploads.set(etag, bytes.toString("utf8"));
    return new Response("", { headers: { etag: `"${etag}"` } });
  }
}

function atOnce<T>(sqlite: DatabaseSync, work: () => T): T {
  sqlite.exec("BEGIN");
  try {
    const result = work();
    sqlite.exec("COMMIT");
    return result;
  } catch (error) {
    sqlite.exec("ROLLBACK");
    throw new Failure(400, 7500, `${error instanceof Error ? error.message : error}: SQLITE_ERROR`);
  }
}

/** Whether there is more in it than comments. */
const hasSql = (statement: string) => statement.replace(/--.*/g, "").trim() !== "";
