interface Bindings {
  QR_IMAGES: R2Bucket;
}

/** Peer (f): one R2 get, streamed on. */
export default {
  async fetch(request, env) {
    const object = await env.QR_IMAGES.get(request.url.slice(request.url.lastIndexOf("/") + 1));
    if (!object) return new Response(null, { status: 404 });
    return new Response(object.body, { headers: { "Content-Type": "image/svg+xml" } });
  },
} satisfies ExportedHandler<Bindings>;
