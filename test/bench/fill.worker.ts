interface Bindings {
  LINKS: KVNamespace;
}

/** Puts the pairs of key and value in the body into KV: from outside, each put would need a round trip. */
export default {
  async fetch(request, env) {
    const entries = await request.json<[key: string, value: string][]>();
    await Promise.all(entries.map(([key, value]) => env.LINKS.put(key, value)));
    return new Response();
  },
} satisfies ExportedHandler<Bindings>;
