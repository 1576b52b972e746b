import { VERSION } from "../../../core/version.ts";
import { CREATIONS } from "../../examples/link-examples.ts";
import { type Guide, requestBlock } from "./guide-context.ts";

/** From a key to a link with a code that counts. */
export const firstLink: Guide = (origins) => ({
  id: "first-link",
  title: "A first link in five minutes",
  summary: "From a key to a link, its QR code and its first visit.",
  blocks: [
    {
      kind: "list",
      ordered: true,
      items: [
        "Have an owner of your organization issue a key in the dashboard, under **API keys**. It is shown once. It needs the " +
          "scopes `links:write`, `links:read` and `retailers:custom`, and a project.",
        "Put it where your programs find it, as `KEY`. Keys are secrets: keep them out of browsers, apps and repositories.",
        "Send the request below. Change `projectId` to your project, if it is not `demo`.",
        "Open `data.shortLink` of the response: it leads to the address. `data.qrCode.imageUrl` is its QR code.",
        "Keep `data.id`. It is the `LINK_ID` of all other samples.",
      ],
    },
    requestBlock("createLink", "Create a link", origins, CREATIONS[0]),
    {
      kind: "text",
      text: "Not sure where a link would lead? [Preview it](#previewLink) first: that takes the same body, refuses what the creation would refuse, and makes nothing.",
    },
    requestBlock("previewLink", "Preview it", origins, { body: CREATIONS[0].body ?? {} }),
  ],
});

/** How to get the client for TypeScript. */
export const client: Guide = ({ api }) => ({
  id: "client",
  title: "Install the client for TypeScript",
  summary: "Types for every operation, retries and pages; below 3 kB, without dependencies.",
  blocks: [
    {
      kind: "text",
      text: "The client `@shoppable-links/client` runs in Node 20.3 or later, in Workers and in browsers. It is not on npm yet: pack it in a checkout of the service, and install the file.",
    },
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
    {
      kind: "text",
      text: "The TypeScript samples of these documents use it. Without it, every sample for curl and Python needs nothing that is not there already.",
    },
  ],
});

/** What makes a retry safe. */
export const retries: Guide = (origins) => ({
  id: "retries",
  title: "Idempotency and retries",
  summary: "Send a key with every write, and a retry does nothing twice.",
  blocks: [
    {
      kind: "text",
      text: "A request can be lost on its way, and so can its response: then nobody knows whether the link was made. Send an `Idempotency-Key` of 8 to 128 characters with every write, a new one for each new write, and send the **same key with the same body** again.",
    },
    {
      kind: "list",
      items: [
        "For 24 hours, the same key and body get the first answer again, marked `Idempotent-Replayed: true`. Nothing is made twice.",
        "The same key with another body is refused: 409 `idempotency_conflict`.",
        "Only what was done uses a key up. After an error, mend the request and send it with the same key.",
        "A key belongs to your organization, the method and the path, and not to the API key: it outlives a rotation.",
        "Retry after no response, 408, 429 and 5xx: after as many seconds as `Retry-After` says, else after a second, then two, then four. Any other 4xx stays as it is.",
        "One key covers all rows of [a bulk](#createLinks): a repeat makes only the rows that are missing.",
      ],
    },
    {
      kind: "text",
      text: "The client for TypeScript does all of this by itself. In Python it takes a few lines:",
    },
    {
      kind: "samples",
      title: "A write that is retried",
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
        python: `import json, os, time, urllib.error, urllib.request

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
        except OSError:
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

/** Lists in pages. */
export const paging: Guide = (origins) => ({
  id: "paging",
  title: "Lists and pages",
  summary: "Go on while there is a nextCursor, even after an empty page.",
  blocks: [
    {
      kind: "text",
      text: "Lists come in pages of `limit` entries, 25 unless you say otherwise and 100 at most. While there is more, the answer has a `nextCursor`: send it back as `cursor`, unchanged and with the same filters. **A page may be empty and still have a `nextCursor`**, because each page reads a bounded amount: stop only where there is none.",
    },
    {
      kind: "samples",
      title: "All links whose name holds a word",
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
