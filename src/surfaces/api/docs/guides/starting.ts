import { VERSION } from "../../../../ground/core/version.ts";
import { CREATIONS } from "../../examples/link-examples.ts";
import { type Guide, requestBlock } from "./guide-context.ts";

export const firstLink: Guide = (origins) => ({
  id: "first-link",
  title: "Create your first link",
  summary: "Get a key, create a link and open its QR code, in five minutes.",
  blocks: [
    {
      kind: "list",
      ordered: true,
      items: [
        "Ask an owner of your organization to issue a key in the dashboard, under **API keys**, with the scopes `links:write`, " +
          "`links:read` and `retailers:custom` and access to a project. The key is shown only once.",
        "Set it as the environment variable `KEY`. Keys are secrets: keep them out of browsers, apps and repositories.",
        "Send the request below. Replace `projectId` if your project is not `demo`.",
        "Open `data.shortLink` from the response: it redirects to the URL. `data.qrCode.imageUrl` is its QR code.",
        "Save `data.id` as `LINK_ID` for the other samples.",
      ],
    },
    requestBlock("createLink", "Create a link", origins, CREATIONS[0]),
    "Not sure about the destination? [Preview the link](#previewLink) first: the preview accepts the same body, rejects what a creation would reject, and creates nothing.",
    requestBlock("previewLink", "Preview it", origins, { body: CREATIONS[0].body ?? {} }),
  ],
});

export const client: Guide = ({ api }) => ({
  id: "client",
  title: "Install the TypeScript client",
  summary: "Types for every operation, retries and paging in less than 3 kB, without dependencies.",
  blocks: [
    "`@shoppable-links/client` runs in Node 20.3 or later, Workers and browsers. It is not on npm yet: pack it in a checkout of the service and install the file.",
    {
      kind: "code",
      title: "Pack and install",
      language: "sh",
      text: `npm ci && npm pack --workspace client        # in the checkout: shoppable-links-client-${VERSION}.tgz
npm install ../shoppable-links/shoppable-links-client-${VERSION}.tgz    # in your program`,
    },
    {
      kind: "code",
      title: "Use it",
      language: "ts",
      text: `import { ShoppableLinks } from "@shoppable-links/client";

const client = new ShoppableLinks({ key: process.env.KEY ?? "", baseUrl: "${api}" });

const { organization, projects } = await client.key.get();
console.log(organization.name, projects);`,
    },
    "The TypeScript samples use this client. The samples for curl and Python need no packages.",
  ],
});

export const retries: Guide = (origins) => ({
  id: "retries",
  title: "Idempotency and retries",
  summary: "Send an Idempotency-Key with every write to make retries safe.",
  blocks: [
    "If a request or its response is lost, you can't know whether the link was created. Send an `Idempotency-Key` of 8 to 128 characters with every write: a new key for each new write, and the **same key with the same body** for a retry.",
    {
      kind: "list",
      items: [
        "For 24 hours, the same key and body return the first response again, marked `Idempotent-Replayed: true`. Nothing is created twice.",
        "The same key with a different body returns 409 `idempotency_conflict`.",
        "Only a completed write uses up its key. After an error, fix and resend with that key.",
        "An Idempotency-Key belongs to your organization, the method and the path, not to the API key: it survives a key rotation.",
        "Retry if there is no response, and on 408, 429 and 5xx: after the seconds in `Retry-After`, else after one, two and four seconds. Do not retry other 4xx responses.",
        "One key covers all rows of [a bulk request](#createLinks): a retry creates only the missing rows.",
      ],
    },
    "The TypeScript client does this automatically. In Python it takes a few lines:",
    {
      kind: "samples",
      title: "A write with retries",
      samples: {
        sh: `curl ${origins.api}/v1/links --retry 3 \\
  -H "X-Service-API-Key: $KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-4711-link" \\
  -d '{"projectId": "demo", "name": "Order 4711", "retailer": "custom", "intent": "custom_url", "customUrl": "https://example.com/4711"}'`,
        ts: `import { ShoppableLinks } from "@shoppable-links/client";

const client = new ShoppableLinks({ key: process.env.KEY ?? "", baseUrl: "${origins.api}", retries: 3 });

const link = await client.links.create(
  { projectId: "demo", name: "Order 4711", retailer: "custom", intent: "custom_url", customUrl: "https://example.com/4711" },
  { idempotencyKey: "order-4711-link" },
);
console.log(link.shortLink);`,
        python: `import http.client, json, os, time, urllib.error, urllib.request

def write(path, body, key):
    for attempt in range(4):
        request = urllib.request.Request(
            "${origins.api}" + path,
            headers={
                "X-Service-API-Key": os.environ["KEY"],
                "Content-Type": "application/json",
                "Idempotency-Key": key,
            },
            data=json.dumps(body).encode(),
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as error:
            if attempt == 3 or error.code not in (408, 429) and error.code < 500:
                raise
            time.sleep(int(error.headers.get("Retry-After", 2**attempt)))
        except (OSError, http.client.HTTPException, ValueError):  # no response, or a part of one
            if attempt == 3:
                raise
            time.sleep(2**attempt)

link = write("/v1/links", {
    "projectId": "demo",
    "name": "Order 4711",
    "retailer": "custom",
    "intent": "custom_url",
    "customUrl": "https://example.com/4711",
}, key="order-4711-link")
print(link["shortLink"])`,
      },
    },
  ],
});

export const paging: Guide = (origins) => ({
  id: "paging",
  title: "Lists and pages",
  summary: "Keep paging until nextCursor is absent.",
  blocks: [
    "Lists are returned in pages of `limit` entries, by default 25 and at most 100. Send `nextCursor` from the response as `cursor`, unchanged and with the same filters. Keep paging until `nextCursor` is absent: **a page may be empty although more follow**, because each request reads a limited amount of data.",
    {
      kind: "samples",
      title: "All links with a word in their name",
      samples: {
        sh: `curl "${origins.api}/v1/links?q=breakfast&limit=100" \\
  -H "X-Service-API-Key: $KEY"`,
        ts: `import { ShoppableLinks } from "@shoppable-links/client";

const client = new ShoppableLinks({ key: process.env.KEY ?? "", baseUrl: "${origins.api}" });

for await (const link of client.links.list({ q: "breakfast", limit: 100 })) {
  console.log(link.id, link.name, link.shortLink);
}`,
        python: `import json, os, urllib.parse, urllib.request

query = {"q": "breakfast", "limit": "100"}
while True:
    request = urllib.request.Request(
        "${origins.api}/v1/links?" + urllib.parse.urlencode(query),
        headers={"X-Service-API-Key": os.environ["KEY"]},
    )
    with urllib.request.urlopen(request) as response:
        page = json.load(response)
    for link in page["data"]:
        print(link["id"], link["name"], link["shortLink"])
    if "nextCursor" not in page:
        break
    query["cursor"] = page["nextCursor"]`,
      },
    },
  ],
});
