import { beforeEach, describe, expect, test } from "vitest";
import { useService } from "../use-service.ts";
import { linkIn, mailing, type SentMail } from "./mailing.ts";

const service = await useService({}, "acme");
const on = await mailing(service);
beforeEach(() => on.empty());

const ADA = "ada@client.example";
const NO_MAIL = "You will get no more mail from acme.";
const MAIL = "You get mail from acme.";
const RESUME = '<form method="post" action="resume"><button>Receive mail again</button></form>';
type Page = "confirm" | "unsubscribe" | "resume";

/** The address of a page for the recipient of a mail. */
const pathOf = (mail: SentMail | undefined, page: Page): string =>
  new URL(linkIn(mail, "unsubscribe")).pathname.replace("unsubscribe", page);
/** What a page shows to somebody who opens it. */
const open = async (page: Page, mail = on.sent[0]): Promise<string> =>
  (await service.fetch(pathOf(mail, page))).text();
/** What a page shows after its form was sent. */
const send = async (page: Page, mail = on.sent[0]): Promise<string> =>
  (await service.fetch(pathOf(mail, page), { method: "POST" })).text();
const problem = async () => (await on.find(ADA))?.problem;
/** Adds an address, which gets the mail that asks. */
const asked = async (): Promise<string> => {
  const { id } = await on.addRecipient(ADA);
  await on.run();
  return id;
};
const stop = (because: string) =>
  service.env.DB.prepare("UPDATE mail_recipients SET stopped_because = ?1").bind(because).run();

describe("a page promises mail only to those who get it:", () => {
  test("an address that confirmed, also when it opens the link again", async () => {
    await asked();
    expect(await send("confirm")).toContain(MAIL);
    for (const page of ["confirm", "resume"] as const) {
      const text = await open(page);
      expect(text).toContain(MAIL);
      expect(text).not.toContain("<form");
      expect(text).toContain('<a href="unsubscribe">Unsubscribe</a>');
    }
  });

  test("not an address that unsubscribed, whose confirmation link offers mail again", async () => {
    await asked();
    await send("unsubscribe");
    for (const text of [await open("confirm"), await send("confirm"), await open("resume")]) {
      expect(text).toContain(NO_MAIL);
      expect(text).toContain(RESUME);
      expect(text).not.toContain(MAIL);
    }
    expect(await problem()).toBe("unsubscribed");
  });

  test("not an address that bounced: nothing that it could do would bring mail", async () => {
    await asked();
    await send("confirm");
    await stop("bounced");
    for (const page of ["confirm", "resume", "unsubscribe"] as const)
      for (const text of [await open(page), await send(page)]) {
        expect(text).toContain(NO_MAIL);
        expect(text).not.toMatch(/<form|You get mail/);
      }
    expect(await problem()).toBe("bounced");
  });

  test("not a member who was removed", async () => {
    await service.env.DB.prepare(
      "INSERT INTO members (id, organization_id, email, role, created_at) VALUES ('mem_left', 'acme', ?1, 'editor', '2026-01-01')",
    )
      .bind(ADA)
      .run();
    await on.addRecipient(ADA);
    await on.queue("mem_left", "report");
    await on.run();
    await service.env.DB.prepare("DELETE FROM members WHERE id = 'mem_left'").run();
    for (const text of [await open("unsubscribe"), await send("resume")]) {
      expect(text).toContain(NO_MAIL);
      expect(text).not.toMatch(/<form|You get mail/);
    }
  });

  test("reports are all that an address is asked about, because alerts are for members", async () => {
    await asked();
    const texts = [on.sent[0]?.text, await open("confirm"), await send("confirm")].join();
    expect(texts).not.toMatch(/alert/i);
  });
});

describe("who unsubscribed", () => {
  test("gets mail again by the same link, which goes straight to it", async () => {
    const id = await asked();
    await send("confirm");
    await on.queue(id, "first");
    await on.run();
    const mail = on.sent[1];
    expect(await open("unsubscribe", mail)).toContain('action="unsubscribe"');
    expect(await send("unsubscribe", mail)).toContain(RESUME);
    const again = await open("unsubscribe", mail);
    expect(again).toContain(NO_MAIL);
    expect(again).toContain(RESUME);
    expect(again).not.toContain('action="unsubscribe"');
    // Opening a link changes nothing.
    expect(await problem()).toBe("unsubscribed");
    expect(await send("resume", mail)).toContain(MAIL);
    expect(await problem()).toBeNull();
    await on.queue(id, "second");
    await on.run();
    expect(on.sent).toHaveLength(3);
    // And may change their mind once more.
    expect(await open("unsubscribe", mail)).toContain('action="unsubscribe"');
  });

  test("confirms by wanting mail again, if the address had never confirmed", async () => {
    const id = await asked();
    await send("unsubscribe");
    expect(await send("resume")).toContain(MAIL);
    expect(await problem()).toBeNull();
    await on.queue(id, "report");
    await on.run();
    expect(on.sent).toHaveLength(2);
  });
});

test("a page is nobody's to store, to frame, to log or to be found by", async () => {
  await asked();
  const { headers } = await service.fetch(pathOf(on.sent[0], "confirm"));
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(headers.get("X-Robots-Tag")).toContain("noindex");
  expect(headers.get("Content-Security-Policy")).toMatch(/form-action 'self'; frame-ancestors 'none'/);
  await service.fetch(`/mail/${"A".repeat(43)}/confirm`);
  const token = pathOf(on.sent[0], "confirm").split("/")[2];
  expect(service.logs().join("\n")).not.toMatch(new RegExp(`${token}|A{43}|client\\.example`));
});
