import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { pause } from "../../../ground/platform/deadlines.ts";
import { CommandError } from "../command-line/command.ts";
import type { Account } from "./account.ts";

const POLL_MS = 1_000;

const Database = z.object({ uuid: z.string(), name: z.string(), file_size: z.number().optional() });
export type D1Info = z.infer<typeof Database>;

const Results = z.array(
  z.object({
    results: z.array(z.record(z.string(), z.unknown())),
    meta: z.object({ changes: z.number().optional() }).optional(),
  }),
);

/** The database of exactly this name; null if it does not exist. */
export async function findDatabase({ api, path }: Account, name: string): Promise<D1Info | null> {
  const found = await api.list(`${path}/d1/database?name=${encodeURIComponent(name)}`, Database);
  return found.find((database) => database.name === name) ?? null;
}

export const getDatabase = ({ api, path }: Account, id: string): Promise<D1Info> =>
  api.call("GET", `${path}/d1/database/${id}`, Database);

/** Creates a database and returns its id. */
export const createDatabase = async ({ api, path }: Account, name: string): Promise<string> =>
  (await api.call("POST", `${path}/d1/database`, Database, { name })).uuid;

/**
 * Executes statements as one batch, all or none, and returns the rows and the number of changed rows of each. Cloudflare
 * splits the text at semicolons, so statements must not contain semicolons.
 */
export const queryDatabase = ({ api, path }: Account, id: string, sql: string) =>
  api.call("POST", `${path}/d1/database/${id}/query`, Results, { sql });

const Transfer = z.object({
  status: z.string().optional(),
  at_bookmark: z.string().optional(),
  error: z.string().optional(),
  errors: z.array(z.string()).optional(),
  upload_url: z.string().optional(),
  filename: z.string().optional(),
  result: z.object({ signed_url: z.string().optional() }).nullish(),
});
type Transfer = z.infer<typeof Transfer>;

/**
 * Executes a whole file of SQL, all or nothing. Statements are split as in SQLite, so triggers stay whole. During the import,
 * the database does not respond. Throws CommandError, and leaves the database unchanged, if a statement fails.
 */
export async function importSql(
  { api, path }: Account,
  id: string,
  { etag, body }: SqlSource,
): Promise<void> {
  const send = (json: unknown) => api.call("POST", `${path}/d1/database/${id}/import`, Transfer, json);
  let state = await send({ action: "init", etag });
  if (state.upload_url !== undefined) {
    const upload = await fetch(state.upload_url, { method: "PUT", ...body() });
    if (!upload.ok || upload.headers.get("etag")?.replaceAll('"', "") !== etag) {
      throw new CommandError(
        `The upload of the SQL to Cloudflare was incomplete (${upload.status}). Try again.`,
      );
    }
    state = await send({ action: "ingest", filename: state.filename, etag });
  }
  await untilDone(state, (bookmark) => send({ action: "poll", current_bookmark: bookmark }));
}

/** SQL to import: its MD5, and its body in a request. */
export interface SqlSource {
  etag: string;
  body: () => RequestInit;
}

export const sqlText = (sql: string): SqlSource => ({
  etag: createHash("md5").update(sql).digest("hex"),
  body: () => ({ body: sql }),
});

/** SQL in a file, which may be larger than memory. */
export async function sqlFile(path: string): Promise<SqlSource> {
  const hash = createHash("md5");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const { size } = await stat(path);
  const body = () => {
    const init: RequestInit & { duplex: "half" } = {
      body: Readable.toWeb(createReadStream(path)),
      headers: { "Content-Length": String(size) },
      duplex: "half",
    };
    return init;
  };
  return { etag: hash.digest("hex"), body };
}

/** Exports the whole database into a new file as SQL, for importSql into an empty database. */
export async function exportSql({ api, path }: Account, id: string, file: string): Promise<void> {
  const send = (bookmark?: string) =>
    api.call("POST", `${path}/d1/database/${id}/export`, Transfer, {
      output_format: "polling",
      dump_options: {},
      ...(bookmark !== undefined && { current_bookmark: bookmark }),
    });
  const { result } = await untilDone(await send(), send);
  const response = result?.signed_url === undefined ? null : await fetch(result.signed_url);
  if (!response?.ok || response.body === null) {
    throw new CommandError("Cloudflare made the export, but it could not be downloaded. Try again.");
  }
  // Readable only by its owner: it contains email addresses of members and hashes of keys.
  await pipeline(response.body, createWriteStream(file, { flags: "wx", mode: 0o600 }));
}

async function untilDone(
  first: Transfer,
  poll: (bookmark: string | undefined) => Promise<Transfer>,
): Promise<Transfer> {
  let state = first;
  while (state.status !== "complete") {
    const problem = state.error ?? state.errors?.join("\n");
    if (state.status === "error" || problem) throw new CommandError(problem ?? "Cloudflare gave no reason.");
    await pause(POLL_MS);
    state = await poll(state.at_bookmark);
  }
  return state;
}

const Bookmark = z.object({ bookmark: z.string() });

/** The point of the database's history at `time`, an ISO time, or now. D1 can go back to it (Time Travel). */
export const bookmarkAt = async ({ api, path }: Account, id: string, time?: string): Promise<string> => {
  const query = time === undefined ? "" : `?timestamp=${encodeURIComponent(time)}`;
  return (await api.call("GET", `${path}/d1/database/${id}/time_travel/bookmark${query}`, Bookmark)).bookmark;
};

/** Takes the database back to a bookmark, and returns the bookmark that undoes this. */
export const restoreBookmark = async (
  { api, path }: Account,
  id: string,
  bookmark: string,
): Promise<string> => {
  const query = `?bookmark=${encodeURIComponent(bookmark)}`;
  const Restored = z.object({ previous_bookmark: z.string() });
  const url = `${path}/d1/database/${id}/time_travel/restore${query}`;
  return (await api.call("POST", url, Restored)).previous_bookmark;
};
