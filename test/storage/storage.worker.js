/**
 * Executes on D1 what storage-client.ts sends, and gives D1's own results; `empty` deletes what is in KV and R2,
 * and says whether there is more; `entries` gives what is in KV, and `bring back` takes it.
 */
export default {
  async fetch(request, { DB, LINKS, IDEMPOTENCY, QR_IMAGES }) {
    const { method, sql, statements = [], options, session, entries } = await request.json();
    const db = session === undefined ? DB : DB.withSession(session);
    const prepared = statements.map(({ sql: text, values }) => db.prepare(text).bind(...values.map(fromJson)));
    try {
      if (method === "empty") {
        const left = await Promise.all([LINKS, IDEMPOTENCY].map(emptyNamespace));
        return Response.json(left.some(Boolean) || (await emptyBucket(QR_IMAGES)));
      }
      if (method === "entries") return Response.json(await Promise.all([LINKS, IDEMPOTENCY].map(entriesOf)));
      if (method === "bring back") {
        await Promise.all([LINKS, IDEMPOTENCY].map((namespace, index) => bringBack(namespace, entries[index])));
        return Response.json(null);
      }
      if (method === "exec") return Response.json(await db.exec(sql));
      if (method === "batch") return Response.json(await db.batch(prepared));
      return Response.json(await prepared[0][method](options));
    } catch ({ message, cause }) {
      return Response.json({ message, cause: cause?.message }, { status: 500 });
    }
  },
};

const fromJson = (value) =>
  typeof value === "object" && value !== null ? Uint8Array.from(value.bytes) : value;

/** Deletes some keys, as a request may call bindings 1,000 times. Gives whether there are more. */
async function emptyNamespace(namespace) {
  const { keys, list_complete } = await namespace.list({ limit: 300 });
  await Promise.all(keys.map(({ name }) => namespace.delete(name)));
  return !list_complete;
}

async function entriesOf(namespace) {
  const { keys } = await namespace.list();
  return Promise.all(keys.map(async ({ name }) => [name, (await namespace.get(name)) ?? ""]));
}

async function bringBack(namespace, entries) {
  const wanted = new Map(entries);
  const there = new Map(await entriesOf(namespace));
  await Promise.all([
    ...[...there.keys()].filter((name) => !wanted.has(name)).map((name) => namespace.delete(name)),
    ...entries.filter(([name, text]) => there.get(name) !== text).map(([name, text]) => namespace.put(name, text)),
  ]);
}

async function emptyBucket(bucket) {
  const { objects, truncated } = await bucket.list();
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  return truncated;
}
