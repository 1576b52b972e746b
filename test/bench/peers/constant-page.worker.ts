/** The length of a choice page with three shops. */
const PAGE = "x".repeat(4_590);

/** Peer (h): responds to every request with the same page and the headers of a choice page, created from an object each time. */
export default {
  fetch: () =>
    new Response(PAGE, {
      headers: {
        "Strict-Transport-Security": "max-age=31536000",
        "X-Content-Type-Options": "nosniff",
        "Content-Type": "text/html; charset=utf-8",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "X-Robots-Tag": "noindex",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'sha256-dqxmizUXi7HKK80UZ5onjAnKbwFp7NBwHonlRmEhE+w='; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
    }),
} satisfies ExportedHandler;
