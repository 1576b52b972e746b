interface Bindings {
  LINKS: KVNamespace;
}

/** Peer (b): one KV get, of the entry that the redirect reads, and a redirect to what it holds. */
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const entry = await env.LINKS.get<{ destination: string }>(`link:${pathname.slice(1)}`, "json");
    if (!entry) return new Response(null, { status: 404 });
    return new Response(null, { status: 302, headers: { Location: entry.destination } });
  },
} satisfies ExportedHandler<Bindings>;
