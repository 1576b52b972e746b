/**
 * Does what d1-client.ts and bindings-client.ts send: executes statements on D1 and gives D1's own results, and calls
 * a method of another binding. `empty` deletes what is in KV and R2, and says whether there is more; `entries` gives what is in KV,
 * and `bring back` takes it.
 */
export default {
  async fetch(request, env) {
    const { binding, method, args = [], sql, statements = [], options, session, entries } = await request.json();
    const { LINKS, IDEMPOTENCY, QR_IMAGES } = env;
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
      if (!["exec", "batch", "run", "all", "raw"].includes(method))
        return Response.json(await called(env[binding], method, args.map(fromJson)));
      const db = session === undefined ? env[binding] : env[binding].withSession(session);
      const prepared = statements.map(({ sql: text, values }) =>
        db.prepare(text).bind(...values.map(fromJson)),
      );
      if (method === "exec") return Response.json(await db.exec(sql));
      if (method === "batch") return Response.json(await db.batch(prepared));
      return Response.json(await prepared[0][method](options));
    } catch ({ message, cause }) {
      return Response.json({ message, cause: cause?.message }, { status: 500 });
    }
  },
};

/** What a method of KV, of R2, of a queue or of the Worker itself gives, with the bytes of an object of R2. */
async function called(target, method, args) {
  if (method === "scheduled") return target.scheduled({ ...args[0], scheduledTime: new Date(args[0].time) });
  if (method === "createMultipartUpload") return { uploadId: (await target[method](...args)).uploadId };
  if (method === "multipart") {
    const [key, uploadId, step, ...rest] = args;
    return (await target.resumeMultipartUpload(key, uploadId)[step](...rest)) ?? null;
  }
  const result = await target[method](...args);
  if (result?.key !== undefined) return stored(result, result.body && (await result.arrayBuffer()));
  return result?.objects ? { ...result, objects: result.objects.map((object) => stored(object)) } : (result ?? null);
}

/** An object of R2, whose fields JSON would leave out. */
function stored({ key, size, etag, httpEtag, httpMetadata, customMetadata }, bytes) {
  return { key, size, etag, httpEtag, httpMetadata, customMetadata, ...(bytes && { bytes: toBase64(bytes) }) };
}

const toBase64 = (bytes) => new Uint8Array(bytes).toBase64();

/** Bytes are sent in Base64. */
const fromJson = (value) =>
  typeof value?.bytes === "string" ? Uint8Array.fromBase64(value.bytes) : value;

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
