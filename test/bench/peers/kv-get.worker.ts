interface Bindings {
  LINKS: KVNamespace;
}

/** Peer (b): one KV get of the redirect's entry, and a redirect to its destination. */
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const entry = await env.LINKS.get<{ destination: string }>(`link:${pathname.slice(1)}`, "json");
    if (!entry) return new Response(null, { status: 404 });
    return new Response(null, { status: 302, headers: { Location: entry.destination } });
  },
} satisfies ExportedHandler<Bindings>;
