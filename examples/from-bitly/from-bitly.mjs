import { createHash } from "node:crypto";

const { SERVICE = "http://localhost:8787", KEY = "", BITLY_TOKEN, BITLY_GROUP } = process.env;
const BITLY = process.env.BITLY ?? "https://api-ssl.bitly.com";

/** Every link of the group: https://dev.bitly.com/api-reference/#getBitlinksByGroup */
async function* bitlinks() {
  let url = `${BITLY}/v4/groups/${BITLY_GROUP}/bitlinks?size=100`;
  while (url) {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${BITLY_TOKEN}` } });
    if (!response.ok) throw new Error(`Bitly: ${response.status} ${await response.text()}`);
    const { links, pagination } = await response.json();
    yield* links;
    url = pagination?.next;
  }
}

/** Creates up to 100 links, and returns the result of each. A repeat creates nothing twice. */
async function create(links) {
  const body = JSON.stringify({ links });
  const response = await fetch(`${SERVICE}/v1/links/bulk`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Service-API-Key": KEY,
      "Idempotency-Key": createHash("sha256").update(body).digest("hex"),
    },
    body,
  });
  const { data, error } = await response.json();
  if (error) throw new Error(`${error.code}: ${error.message} (${error.correlationId})`);
  return data.map((row) => row.body);
}

const all = [];
for await (const { id, long_url: customUrl, title, tags } of bitlinks())
  all.push({
    projectId: "demo",
    name: (title || id).slice(0, 160),
    retailer: "custom",
    intent: "custom_url",
    customUrl,
    slug: id.split("/").pop().toLowerCase(),
    ...(tags?.length > 0 && { tracking: { tags } }),
    metadata: { movedFrom: id },
  });

for (let at = 0; at < all.length; at += 100) {
  const links = all.slice(at, at + 100);
  const results = await create(links);
  const again = links.filter((_, index) =>
    results[index].error?.details?.some(({ field }) => field === "slug"),
  );
  for (const [index, { data: link, error }] of results.entries())
    console.log(`${links[index].metadata.movedFrom} ${link?.shortLink ?? error.message}`);
  if (again.length === 0) continue;
  for (const { data: link, error } of await create(again.map(({ slug: _, ...rest }) => rest)))
    console.log(`without its back-half: ${link?.shortLink ?? error.message}`);
}
