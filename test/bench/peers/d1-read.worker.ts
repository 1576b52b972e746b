interface Bindings {
  DB: D1Database;
}

/** Peer (c): one D1 read of a link's whole row by its id, as JSON. */
export default {
  async fetch(request, env) {
    const id = request.url.slice(request.url.lastIndexOf("/") + 1);
    const row = await env.DB.prepare(
      `SELECT id, organization_id, project_id, short_id, name, public_name, retailer, intent, status, url_type,
         destination, content, version, created_at, updated_at FROM links WHERE id = ?1`,
    )
      .bind(id)
      .first();
    return row ? Response.json(row) : new Response(null, { status: 404 });
  },
} satisfies ExportedHandler<Bindings>;
