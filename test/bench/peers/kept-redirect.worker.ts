const redirect = new Response(null, {
  status: 302,
  headers: {
    "Strict-Transport-Security": "max-age=31536000",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Robots-Tag": "noindex",
    Location: "https://example.com/welcome",
    "Cache-Control": "private, no-store",
  },
});
const read = ["User-Agent", "CF-IPCountry", "Sec-Purpose", "Purpose", "X-Correlation-ID"];

/**
 * Peer (h): reads the same parts of each request as ours, and responds with a cached redirect. It
 * does nothing else, so it is the minimum of a redirect with our headers and counters.
 */
export default {
  fetch(request) {
    const told = [request.method, request.url, ...read.map((name) => request.headers.get(name))];
    if (told.length === 0) throw new Error("nothing was read");
    return redirect;
  },
} satisfies ExportedHandler;
