import { expect, test } from "vitest";
import { requireAllowedUrl } from "../../src/extras/webhooks/webhook.ts";
import { ownHostTest } from "../../src/ground/platform/own-hosts.ts";

const known = {
  domains: { confirmed: async () => [] },
  ...{
    serviceHosts: ["go.brand.example:8443"],
    routes: ["*.brand.example/*", "links.other.example", "shop.example/go/*"],
  },
  now: () => new Date(),
};

test.each([
  ["http://localhost:9000/", true],
  ["https://127.0.0.1:9000/", true],
  ["http://[::1]:9000/", true],
  ["http://user:word@localhost:9000/", false],
  ["http://192.168.1.20/", false],
  ["http://hooks.brand.example/", false],
  ["ftp://localhost/", false],
  ["http://localhost:8787/", false],
  ["http://LOCALHOST:8787/abcd2345", false],
  ["http://localhost.:8787/", false],
  ["http://127.0.0.1:8787/", false],
  ["http://127.1:8787/", false],
  ["http://[::1]:8787/", false],
  ["http://[0:0:0:0:0:0:0:1]:8787/v1/links", false],
])(
  "npm start, and only that, lets webhooks send to this machine, but not to itself: %s",
  (url, isAllowed) => {
    const isOwn = () => false;
    const local = () => requireAllowedUrl(url, isOwn, ["8787"]);
    if (isAllowed) expect(local).not.toThrow();
    else expect(local).toThrow("Events can't be sent to this URL");
    expect(() => requireAllowedUrl(url, isOwn)).toThrow("Events can't be sent to this URL");
  },
);

test.each([
  ["https://go.brand.example/", false],
  ["https://go.brand.example.:9000/", false],
  ["https://any.brand.example/v1/links", false],
  ["https://LINKS.other.example/", false],
  ["https://shop.example/go/x", false],
  ["https://shop.example/hooks", true],
  ["https://brand.example/", true],
  ["https://go.brand.example.attacker.example/", true],
  ["https://some.workers.dev/", true],
])("hosts of the service and of its routes get no events: %s", async (url, isAllowed) => {
  const isOwn = await ownHostTest(known);
  const require = () => requireAllowedUrl(url, isOwn);
  if (isAllowed) expect(require).not.toThrow();
  else expect(require).toThrow("Events can't be sent to this URL");
});

test.each([
  ["https://acme.webhook.office.com/webhookb2/1", "Send webhook alerts to a channel"],
  ["https://outlook.office365.com/webhook/1", "Send webhook alerts to a channel"],
  ["https://acme.slack.com/archives/C1", "incoming webhook"],
  ["https://discord.com/channels/1/2", "incoming webhook"],
  ["https://teams.microsoft.com/l/channel/19", "incoming webhook"],
  ["https://chat.google.com/room/A", "incoming webhook"],
  ["https://api.telegram.org/bot1:a/sendMessage", "refuses our events"],
])("a host that is known to refuse events is named at once: %s", (url, words) => {
  expect(() => requireAllowedUrl(url, () => false)).toThrow(
    expect.objectContaining({ details: [{ field: "url", message: expect.stringContaining(words) }] }),
  );
});

test.each([
  "https://hooks.slack.com/services/T/B/X",
  "https://discord.com/api/webhooks/1/a",
  "https://chat.googleapis.com/v1/spaces/A/messages",
  "https://x.environment.api.powerplatform.com/workflows/1",
  "https://hooks.zapier.com/hooks/catch/1",
  "https://notslack.com/",
])("a host that takes events stays allowed: %s", (url) => {
  expect(() => requireAllowedUrl(url, () => false)).not.toThrow();
});
