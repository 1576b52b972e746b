/** Peer (f): streams the cached response of a URL, which the first request stores. */
export default {
  async fetch(request, _env, context) {
    const kept = await caches.default.match(request.url);
    if (kept) return new Response(kept.body, kept);
    const image = new Response(`<svg>${"m1 0h1v1h-1z".repeat(250)}</svg>`, {
      headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=31536000" },
    });
    context.waitUntil(caches.default.put(request.url, image.clone()));
    return image;
  },
} satisfies ExportedHandler;
