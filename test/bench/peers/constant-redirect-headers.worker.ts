/** Peer (g): responds to every request with the same redirect and our headers, created from an object each time. */
export default {
  fetch: () =>
    new Response(null, {
      status: 302,
      headers: {
        "Strict-Transport-Security": "max-age=31536000",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "X-Robots-Tag": "noindex",
        Location: "https://example.com/welcome",
        "Cache-Control": "private, no-store",
      },
    }),
} satisfies ExportedHandler;
