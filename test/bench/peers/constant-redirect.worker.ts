/** Peer (a): responds to every request with the same redirect. */
export default {
  fetch: () => new Response(null, { status: 302, headers: { Location: "https://example.com/welcome" } }),
} satisfies ExportedHandler;
