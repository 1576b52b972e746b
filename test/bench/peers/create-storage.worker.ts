interface Bindings {
  DB: D1Database;
  LINKS: KVNamespace;
  IDEMPOTENCY: KVNamespace;
}

/** The service's writes for a link of the benchmark, approximately. */
const CONTENT = JSON.stringify({ products: "x".repeat(400) });
const SEARCHED = "spring campaign\nspring\nwalmart\nbigbox_w\n4711".padEnd(100, "x");
const ANSWER = JSON.stringify({ data: "x".repeat(900) });
const REDIRECT = JSON.stringify({ destination: "https://example.com/welcome", rest: "x".repeat(100) });
const TIME = "2026-11-01T00:00:00.000Z";

/**
 * Peer (d): only the storage work of a create. Claim, link, QR code, tag, activity and usage go to D1 in one batch; after the
 * response, the receipt and the redirect's copy go to KV, so that a link's first visit does not need D1.
 */
export default {
  async fetch(_request, env, context) {
    const id = crypto.randomUUID();
    const link = `lnk_${id}`;
    const scope = id.padEnd(64, "0");
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO idempotency_claims
           (scope, owner, fingerprint, receipt, created_at, expires_at, organization_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
      ).bind(scope, link, scope, ANSWER, TIME, TIME, "acme"),
      env.DB.prepare(
        `INSERT INTO links (id, organization_id, project_id, short_id, name, public_name, retailer, intent, status,
           url_type, destination, content, version, created_at, updated_at, revision, domain, search_text)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)`,
      ).bind(
        ...[link, "acme", "main", id.replace("-", "").slice(0, 8), "Spring campaign", "Spring", "bigbox_w"],
        ...["add_to_cart", "active", "cart", "https://example.com/welcome", CONTENT, 1, TIME, TIME],
        ...[1, "", SEARCHED],
      ),
      env.DB.prepare(
        `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, metadata, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
      ).bind(link, "default", "Default QR code", "https://go.example.com/x", 1, null, TIME),
      env.DB.prepare("INSERT INTO link_tags (organization_id, tag, link_id) VALUES (?1, ?2, ?3)").bind(
        "acme",
        "tacos",
        link,
      ),
      env.DB.prepare(
        `INSERT INTO activity (sequence, organization_id, id, at, actor_type, actor_id, object_type, object_id, changes, link_id,
           link_version, destination, project_id, event_type)
         VALUES ((SELECT coalesce(max(sequence), 0) FROM activity WHERE organization_id = ?1) + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7,
           ?8, ?9, ?10, ?11, 'main', 'link.created')`,
      ).bind(
        ...["acme", `act_${id}`, TIME, "api_key", "key_1", "link", link, "[]", link, 1],
        "https://example.com/welcome",
      ),
      env.DB.prepare(
        `INSERT INTO organization_usage (organization_id, stored_bytes, links_day, links_made) VALUES (?1, ?2, ?3, 1)
         ON CONFLICT (organization_id) DO UPDATE SET stored_bytes = stored_bytes + excluded.stored_bytes,
           links_made = links_made + 1`,
      ).bind("acme", 2_000, TIME.slice(0, 10)),
    ]);
    context.waitUntil(env.IDEMPOTENCY.put(scope, ANSWER, { expirationTtl: 86_400 }));
    context.waitUntil(env.LINKS.put(`link:${id}`, REDIRECT));
    return new Response(ANSWER, { status: 201, headers: { "Content-Type": "application/json" } });
  },
} satisfies ExportedHandler<Bindings>;
