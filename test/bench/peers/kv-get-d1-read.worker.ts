interface Bindings {
  LINKS: KVNamespace;
  DB: D1Database;
}

/** Peer (e): one KV get and then one D1 read, for an unknown short id. */
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const shortId = pathname.slice(1);
    const found =
      (await env.LINKS.get(`link:${shortId}`, "json")) ??
      (await env.DB.prepare("SELECT id, status, destination, version FROM links WHERE short_id = ?1")
        .bind(shortId)
        .first());
    return new Response(null, { status: found ? 302 : 404 });
  },
} satisfies ExportedHandler<Bindings>;
