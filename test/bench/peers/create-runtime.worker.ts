interface Bindings {
  DB: D1Database;
  LINKS: KVNamespace;
  IDEMPOTENCY: KVNamespace;
}

const HEADERS = [
  "Content-Type",
  "Content-Length",
  "X-Service-API-Key",
  "Idempotency-Key",
  "X-Correlation-ID",
];
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const digest = (text: string): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", encoder.encode(text));

async function within<T>(call: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("late")), 5_000);
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Peer (i): the runtime's own functions that a create can't do without, each as often as ours calls it. They read and
 * parse the body, hash the two keys and the body, make three ids, parse three URLs, bound two calls of storage in time,
 * write a log line and make the answer. It checks nothing and builds nothing, so no create can take less.
 */
export default {
  async fetch(request, env, context) {
    const [, , key = "", id = "", correlation = ""] = HEADERS.map((name) => request.headers.get(name) ?? "");
    const text = decoder.decode(await request.arrayBuffer());
    const body = JSON.parse(text);
    await digest(key);
    await Promise.all([digest(id), digest(text)]);
    const ids = [8, 16, 16].map((length) => crypto.getRandomValues(new Uint8Array(length)).join(""));
    const urls = [request.url, body.fallbackUrl, body.fallbackUrl].map((url) => new URL(url).href);
    const time = new Date().toISOString();
    const rows = JSON.stringify([{ ids, urls, time, body }]);
    const answer = JSON.stringify({ data: { id, ids, urls, time, products: body.products } });
    const statements = ["links", "qr_codes", "idempotency_claims", "activity"].map((table) =>
      env.DB.prepare(`INSERT INTO ${table} SELECT value FROM json_each(?1)`).bind(rows),
    );
    await within(env.DB.batch(statements));
    context.waitUntil(env.IDEMPOTENCY.put(id, answer, { expirationTtl: 86_400 }));
    context.waitUntil(within(env.LINKS.put(`link:${id}`, JSON.stringify(urls))));
    console.log(JSON.stringify({ event: "request", correlation, status: 201, ids }));
    const headers = {
      ...{ "Content-Type": "application/json", Location: urls[0] ?? "", "X-Correlation-ID": correlation },
      ...{ "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" },
    };
    return new Response(answer, { status: 201, headers });
  },
} satisfies ExportedHandler<Bindings>;
