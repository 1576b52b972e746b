import { MAX_WEBHOOKS } from "../../../../extras/webhooks/webhook.ts";
import { type Guide, requestBlock } from "./guide-context.ts";

/**
 * Programs that receive events. The tests run them in an empty folder. Lines of a text that begin with `import` would look like
 * ours.
 */
export const RECEIVERS = {
  ts: [
    'import { createHmac, timingSafeEqual } from "node:crypto";',
    'import { createServer } from "node:http";',
    "",
    'const key = Buffer.from((process.env.WEBHOOK_SECRET ?? "").replace("whsec_", ""), "base64");',
    "const seen = new Set(); // In production, in your database.",
    "",
    "createServer(async (request, response) => {",
    "  const chunks = [];",
    "  for await (const chunk of request) chunks.push(chunk);",
    "  const body = Buffer.concat(chunks);",
    '  const [id, time] = [request.headers["webhook-id"], request.headers["webhook-timestamp"]];',
    '  const expected = createHmac("sha256", key).update(id + "." + time + ".").update(body).digest();',
    '  const good = String(request.headers["webhook-signature"]).split(" ").some((each) => {',
    '    const given = Buffer.from(each.replace("v1,", ""), "base64");',
    "    return given.length === expected.length && timingSafeEqual(given, expected);",
    "  });",
    "  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;",
    "  if (!good || !isFresh) return response.writeHead(401).end();",
    "  if (!seen.has(id)) console.log(JSON.parse(String(body)).type, id);",
    "  seen.add(id);",
    "  response.writeHead(204).end();",
    "}).listen(Number(process.env.PORT ?? 8000));",
  ].join("\n"),
  python: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        stamp = self.headers["webhook-timestamp"]
        signed = f"{self.headers['webhook-id']}.{stamp}.".encode() + body
        expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
        signatures = self.headers["webhook-signature"].split()
        fresh = abs(time.time() - int(stamp)) < 300
        good = fresh and any(hmac.compare_digest(expected, each) for each in signatures)
        if good:
            event = json.loads(body)  # Its id is the same each time it is sent.
            print(event["type"], event["id"], flush=True)
        self.send_response(204 if good else 401)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", "8000"))), Receiver).serve_forever()`,
  sh: `ID=evt_test TIME=$(date +%s) BODY='{"id":"evt_test","type":"webhook.test"}'
HEX=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIME.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$HEX" -binary | base64)
curl "http://localhost:\${PORT:-8000}/" -d "$BODY" -H "webhook-id: $ID" -H "webhook-timestamp: $TIME" \\
  -H "webhook-signature: v1,$SIGNATURE" -o /dev/null -s -w '%{http_code}\\n'`,
};

export const webhooks: Guide = (origins) => ({
  id: "webhooks",
  title: "Receive events with webhooks",
  summary: "Events are sent to your URL as they happen, signed as Standard Webhooks describe.",
  blocks: [
    "Create a webhook with an https URL, here or in the dashboard. Save its `data.id` as `WEBHOOK_ID` and its `data.secret` as `WEBHOOK_SECRET`: the secret is shown once. A service on your machine (`npm start`) also sends to `http://localhost:8000/`. [Follow changes](#changes) lists the events; a request has one of them as its body. URLs of Slack, Teams, Discord and Google Chat get a line of text instead.",
    requestBlock("createWebhook", "A webhook for one project", origins),
    {
      kind: "list",
      items: [
        "Verify the signature and the time, so that nobody else can send events. `webhook-signature` has several signatures while a secret rotates; one of them must match.",
        "Respond with a 2xx status within 20 seconds, and do the work afterwards. Redirects are not followed.",
        "An event may be sent more than once: skip a `webhook-id` that you have processed. Events may arrive in any order: the higher `revision` of a link is the later one.",
        "After another response, the event is sent again after 5 s, and after twice as long each further time, up to a day: 16 times in about three days. `Retry-After` is respected. After 429, 502, 503, 504, a timeout or a broken connection, all events of the webhook wait for a minute, and for twice as long each further time, up to an hour.",
        "410 switches the webhook off. So do five days without a success. Then read what you missed with [the list of events](#listEvents), and switch it on again. If its `disabledBecause` is `secret_unreadable`, [make a new secret](#rotateWebhookSecret): everything that it missed follows.",
        "`product.unavailable` comes once a product and all of its backups are unavailable; `destination.switched` comes when a backup replaces it.",
        `An organization has up to ${MAX_WEBHOOKS} webhooks. What was sent is listed for 30 days.`,
      ],
    },
    {
      kind: "code",
      title: "A receiver with nothing but Node: WEBHOOK_SECRET=whsec_… node receiver.mjs",
      language: "ts",
      text: RECEIVERS.ts,
    },
    {
      kind: "code",
      title: "A receiver with nothing but Python: WEBHOOK_SECRET=whsec_… python3 receiver.py",
      language: "python",
      text: RECEIVERS.python,
    },
    { kind: "code", title: "Try your receiver", language: "sh", text: RECEIVERS.sh },
    requestBlock("deliverEvent", "Have the service send a test", origins, { body: {} }),
  ],
});
