import type { SQLInputValue } from "node:sqlite";
import { newId, newShortId } from "../../../src/ground/core/ids.ts";
import { linkBody } from "../../bodies.ts";
import { post } from "../../requests.ts";
import { startService } from "../../service.ts";
import { COPIES, database, grown, idOf, inTransaction, START, times } from "./database.ts";

type Row = Record<string, SQLInputValue>;

/** Prints the size of each row that `write` creates, one at a time. */
function measure(what: string, write: (index: number, time: Date) => void): void {
  const size = grown(() =>
    inTransaction(() => {
      for (const [index, time] of times.entries()) write(index, time);
    }),
  );
  console.log(`${what}: ${(size / COPIES).toFixed(0)} bytes (${COPIES} rows)`);
}

function insert(table: string, row: Row): void {
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  database
    .prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`)
    .run(...Object.values(row));
}

/** The size of the rows of a create, and of the id of a message. */
export async function measureRows(): Promise<void> {
  const service = await startService();
  const key = await service.issueKey();
  const { json } = await post(service, "/v1/links", linkBody("bigbox_w add_to_cart"), {
    ...key,
    idempotencyKey: "capacity-1",
  });
  const link: { id: string; shortId: string } = json.data;
  const rowOf = async (table: string): Promise<Row> =>
    (await service.env.DB.prepare(`SELECT * FROM ${table}`).first<Row>()) ?? {};
  const [linkRow, codeRow, claimRow] = await Promise.all(
    ["links", "qr_codes", "idempotency_claims"].map(rowOf),
  );
  const activityRow = await service.env.DB.prepare("SELECT * FROM activity WHERE link_id = ?1")
    .bind(link.id)
    .first<Row>();
  await service.close();
  /** A row with the id of another link in all places. */
  const copyFor = (row: Row | undefined, index: number): Row =>
    Object.fromEntries(
      Object.entries(row ?? {}).map(([name, value]) => [
        name,
        typeof value === "string" ? value.replaceAll(link.id, idOf(index)) : value,
      ]),
    );

  measure("link (bigbox_w cart)", (index) =>
    insert("links", { ...copyFor(linkRow, index), short_id: newShortId() }),
  );
  measure("QR code", (index) => insert("qr_codes", copyFor(codeRow, index)));
  measure("activity of a create", (index, time) =>
    insert("activity", { ...copyFor(activityRow ?? undefined, index), id: newId("act", time) }),
  );
  measure("idempotency claim of a create, kept 24 hours", (index) => {
    const scope = newId("key", new Date(START)).repeat(3).slice(0, 64);
    insert("idempotency_claims", { ...copyFor(claimRow, index), scope });
  });
  measure("id of a visit message, kept two days", (_, time) =>
    insert("visit_messages", { id: newId("vis", time) }),
  );
}
