import { createHash, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { now, type Routes, refuse } from "./answers.ts";
import { dumpDatabase } from "./dump.ts";

export interface Database {
  uuid: string;
  name: string;
  sqlite: DatabaseSync;
  /** Its reported size. */
  bytes?: number;
}

const Named = z.object({ name: z.string() });
const Batch = z.object({ batch: z.array(z.object({ sql: z.string(), params: z.array(z.string()) })) });
const Import = z.object({
  action: z.enum(["init", "ingest", "poll"]),
  etag: z.string().optional(),
  filename: z.string().optional(),
});
const D1 = "/accounts/:account/d1/database";

/** D1, with a real SQLite database each. `origin` is the URL for uploads and downloads. */
export function databaseRoutes(
  databases: Map<string, Database>,
  files: Map<string, string>,
  origin: () => string,
): Routes {
  // Cloudflare accepts a name instead of an id.
  const found = (id = ""): Database =>
    databases.get(id) ??
    [...databases.values()].find(({ name }) => name === id) ??
    refuse(404, 7404, `The database ${id} could not be found`);
  const shown = ({ uuid, name, bytes = 4096 }: Database) => ({
    uuid,
    name,
    created_at: now(),
    version: "production",
    num_tables: 0,
    file_size: bytes,
    read_replication: { mode: "disabled" },
  });
  const complete = { success: true, status: "complete", messages: [], errors: [], at_bookmark: "b" };
  const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 4096, changed_db: true };
  const imported = { ...complete, type: "import", result: { num_queries: 1, final_bookmark: "b", meta } };
  return {
    [`GET ${D1}`]: ({ query }) =>
      [...databases.values()].filter(({ name }) => name.includes(query.get("name") ?? "")).map(shown),
    [`POST ${D1}`]: ({ json }) => {
      const { name } = Named.parse(json);
      if ([...databases.values()].some((each) => each.name === name))
        refuse(400, 7502, "a database with that name already exists");
      const database = { uuid: randomUUID(), name, sqlite: new DatabaseSync(":memory:") };
      databases.set(database.uuid, database);
      return shown(database);
    },
    [`GET ${D1}/:id`]: ({ at }) => shown(found(at.id)),
    [`DELETE ${D1}/:id`]: ({ at }) => databases.delete(found(at.id).uuid) && null,
    [`POST ${D1}/:id/query`]: ({ at, json }) => query(found(at.id).sqlite, Batch.parse(json)),
    [`POST ${D1}/:id/import`]: ({ at, json }) => {
      const { sqlite, uuid } = found(at.id);
      const { action, etag, filename = "" } = Import.parse(json);
      if (action === "init") {
        const name = `${uuid}.${etag}.sql`;
        return {
          success: true,
          type: "import",
          messages: [],
          filename: name,
          upload_url: `${origin()}/files/${name}`,
        };
      }
      if (action === "poll") return imported;
      const sql = files.get(filename) ?? refuse(400, 7500, "no such upload");
      try {
        wholly(sqlite, () => sqlite.exec(sql));
        return imported;
      } catch (error) {
        const text = `${error instanceof Error ? error.message : error}: SQLITE_ERROR`;
        return { ...complete, type: "import", status: "error", errors: [text] };
      }
    },
    [`POST ${D1}/:id/export`]: ({ at }) => {
      const name = `${randomUUID()}.sql`;
      files.set(name, dumpDatabase(found(at.id).sqlite));
      return {
        ...complete,
        type: "export",
        result: { filename: name, signed_url: `${origin()}/files/${name}` },
      };
    },
    [`GET ${D1}/:id/time_travel/bookmark`]: ({ at }) => {
      // A bookmark of the stand-in has the whole database.
      const sql = dumpDatabase(found(at.id).sqlite);
      const bookmark = createHash("md5").update(sql).digest("hex");
      files.set(bookmark, sql);
      return { bookmark };
    },
    [`POST ${D1}/:id/time_travel/restore`]: ({ at, query: search }) => {
      const database = found(at.id);
      const sql = files.get(search.get("bookmark") ?? "") ?? refuse(400, 7500, "no such bookmark");
      const before = dumpDatabase(database.sqlite);
      const bookmark = createHash("md5").update(before).digest("hex");
      files.set(bookmark, before);
      database.sqlite.close();
      database.sqlite = new DatabaseSync(":memory:");
      database.sqlite.exec(sql);
      return { bookmark: search.get("bookmark"), previous_bookmark: bookmark, message: "restored" };
    },
  };
}

/** Executes each statement, all or none, and returns the rows and the number of changes of each. */
function query(sqlite: DatabaseSync, { batch }: z.infer<typeof Batch>): unknown[] {
  try {
    return wholly(sqlite, () =>
      batch.map(({ sql, params }) => {
        const statement = sqlite.prepare(sql);
        const reads = statement.columns().length > 0;
        const results = reads ? statement.all(...params) : [];
        const changes = reads ? 0 : Number(statement.run(...params).changes);
        return { results, success: true, meta: { duration: 0.1, changes, rows_read: 0, rows_written: 0 } };
      }),
    );
  } catch (error) {
    return refuse(400, 7500, `${error instanceof Error ? error.message : error}: SQLITE_ERROR`);
  }
}

function wholly<T>(sqlite: DatabaseSync, work: () => T): T {
  sqlite.exec("BEGIN");
  try {
    const result = work();
    sqlite.exec("COMMIT");
    return result;
  } catch (error) {
    sqlite.exec("ROLLBACK");
    throw error;
  }
}
