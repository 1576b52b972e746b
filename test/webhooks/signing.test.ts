import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import type { EventBody } from "../../src/extras/events/event.ts";
import { newSecret, secretBox, signatureOf } from "../../src/extras/webhooks/secrets.ts";
import { messageFor } from "../../src/extras/webhooks/send.ts";

test("the signature is that of the specification's example", async () => {
  const signature = await signatureOf(
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "msg_p5jXN8AQM9LWM0D4loKWxJek",
    1614265330,
    '{"test": 2432232314}',
  );
  expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("what a new secret signs is verified with it alone, whatever the text", async () => {
  const [secret, other] = [newSecret(), newSecret()];
  const body = JSON.stringify({ name: "Äpfel 🍎" });
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(seconds),
    "webhook-signature": await signatureOf(secret, "evt_1", seconds, body),
  };
  expect(new Verifier(secret).verify(body, headers)).toEqual({ name: "Äpfel 🍎" });
  expect(() => new Verifier(other).verify(body, headers)).toThrow();
});

test("a secret is decrypted with the key of the environment, for its own webhook", async () => {
  const box = secretBox(crypto.getRandomValues(new Uint8Array(32)));
  const secret = newSecret();
  const sealed = await box.seal("whk_1", secret);
  expect(sealed).not.toContain(secret.slice(6));
  expect(await box.open("whk_1", sealed)).toBe(secret);
  expect(await box.open("whk_2", sealed)).toBeNull();
  expect(await secretBox(new Uint8Array(32)).open("whk_1", sealed)).toBeNull();
  expect(await secretBox("none").open("whk_1", sealed)).toBeNull();
  const wrong = secretBox("unusable").seal("whk_1", secret);
  await expect(wrong).rejects.toMatchObject({ code: "service_unavailable" });
});

describe("chat services get the text that they accept:", () => {
  const event: EventBody = {
    ...{ id: "evt_1", type: "link.ended", timestamp: "2026-11-25T00:00:00.000Z", data: {} },
    related: { type: "link", id: "lnk_1", url: "https://go.example/v1/links/lnk_1" },
  };
  const text = "link.ended: The schedule of a link ended. https://go.example/v1/links/lnk_1";
  const card = { type: "AdaptiveCard", body: [{ type: "TextBlock", text, wrap: true }] };
  const wrapped = {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }],
  };
  test.each([
    ["https://hooks.slack.com/services/T/B/X", { text }],
    ["https://hooks.slack.com/triggers/T/1/a", { text }],
    ["https://discord.com/api/webhooks/1/a", { content: text }],
    ["https://canary.discordapp.com/api/v10/webhooks/1/a?wait=true", { content: text }],
    ["https://discord.com/api/webhooks/1/a/slack", { text }],
    ["https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t", { text }],
    [
      "https://prod-07.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=s",
      wrapped,
    ],
    [
      "https://default1234.56.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/1/triggers/manual/paths/invoke?sig=s",
      card,
    ],
    ["https://hooks.slack.com.evil.example/", event],
    ["https://example.com/hooks.slack.com/", event],
    ["https://evil-powerplatform.com/", event],
  ])("%s", (url, body) => {
    const sent = JSON.parse(messageFor(url, event));
    expect(sent).toMatchObject(body);
    // A flow with an address of the new kind posts the body itself as the card.
    expect("attachments" in sent).toBe("attachments" in body);
  });
});
