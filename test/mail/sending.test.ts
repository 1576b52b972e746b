import { beforeEach, describe, expect, test } from "vitest";
import { useService } from "../use-service.ts";
import { CONTENT, linkIn, mailing, ORIGIN, SENDER } from "./mailing.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** A minute, and twice as long each time: 17 hours in all. */
const WAITS = Array.from({ length: 10 }, (_, index) => MINUTE * 2 ** index);
const service = await useService({}, "acme");
const on = await mailing(service);
beforeEach(() => on.empty());

describe("sending", () => {
  test("a recipient gets one mail for a cause, however often it is queued and the job runs", async () => {
    const { id } = await on.confirmed("ada@client.example");
    on.sent.length = 0;
    await Promise.all([on.queue(id, "report 2026-03"), on.queue(id, "report 2026-03")]);
    await Promise.all([on.run(), on.run(), on.run()]);
    await on.queue(id, "report 2026-03");
    await on.run();
    expect(on.sent).toHaveLength(1);
    expect(on.sent[0]).toMatchObject({ from: SENDER, to: "ada@client.example", subject: "March" });
    expect(await on.mails()).toMatchObject([{ state: "sent", code: null, cause: "report 2026-03" }]);
    await on.queue(id, "report 2026-04");
    await on.run();
    expect(on.sent).toHaveLength(2);
  });

  test("a mail has both forms, its language, and one-click headers with a link of its own", async () => {
    const { id } = await on.confirmed("ada@client.example", "de");
    on.sent.length = 0;
    await on.queue(id, "escaped", {
      content: {
        subject: "Two\r\nBcc: \u202Eeve@example.com\u2066\u2028",
        brand: { name: "<b>Brand</b>" },
        heading: "<script>alert(1)</script>",
        blocks: [
          { type: "bars", rows: [{ label: "Mo & Di", value: "3", share: 0.5 }] },
          { type: "table", columns: ["Link", "Scans"], rows: [["<img src=x>", "12"]] },
          { type: "list", items: [{ text: "Broken", url: "https://x.example/?a=1&b=2" }] },
        ],
      },
    });
    await on.run();
    const [mail] = on.sent;
    expect(mail?.subject).toBe("Two Bcc: eve@example.com");
    expect(mail?.html).toContain('<html lang="de">');
    expect(mail?.html).toContain("&lt;script&gt;");
    expect(mail?.html).toContain("https://x.example/?a=1&amp;b=2");
    expect(mail?.html).not.toMatch(/<script|<img|<b>|url\(/);
    expect(mail?.text).toContain("Mo & Di: 3");
    expect(mail?.text).toContain("<img src=x> | Scans 12");
    expect(mail?.text).toContain("Abbestellen: ");
    expect(mail?.headers).toEqual({
      "List-Unsubscribe": `<${linkIn(mail, "unsubscribe")}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    const stored = await service.env.DB.prepare("SELECT * FROM mails").all();
    const token = linkIn(mail, "unsubscribe").split("/").at(-2) ?? "";
    expect(JSON.stringify(stored.results)).not.toContain(token);
  });

  test("a mail that fails is tried again for 17 hours, after twice as long each time, and then has failed", async () => {
    const { id } = await on.confirmed("ada@client.example");
    await on.queue(id, "report");
    on.failWith("E_INTERNAL_SERVER_ERROR");
    for (const wait of WAITS) {
      await on.run();
      const attempts = on.logged.length;
      on.pass(wait - 1);
      await on.run();
      expect(on.logged).toHaveLength(attempts);
      expect(await on.mails()).toMatchObject([{ state: "pending", code: "E_INTERNAL_SERVER_ERROR" }]);
      on.pass(1);
    }
    await on.run();
    expect(await on.mails()).toMatchObject([{ state: "failed" }]);
    expect(on.logged).toHaveLength(11);
    expect((await on.find("ada@client.example"))?.problem).toBeNull();
  });

  test("after E_RECIPIENT_SUPPRESSED the recipient gets no further mail", async () => {
    const { id } = await on.confirmed("ada@client.example");
    on.sent.length = 0;
    await on.queue(id, "first");
    await on.queue(id, "second");
    on.failWith("E_RECIPIENT_SUPPRESSED");
    await on.run();
    on.failWith(null);
    await on.queue(id, "third");
    await on.run();
    expect(on.sent).toEqual([]);
    expect((await on.find("ada@client.example"))?.problem).toBe("bounced");
    expect((await on.mails()).map(({ state }) => state)).toEqual(["failed", "failed"]);
  });

  test("an address that can't be reached for 17 hours bounces", async () => {
    const { id } = await on.confirmed("ada@client.example");
    await on.queue(id, "report");
    on.failWith("E_DELIVERY_FAILED");
    for (const wait of WAITS) {
      await on.run();
      expect((await on.find("ada@client.example"))?.problem).toBeNull();
      on.pass(wait);
    }
    await on.run();
    expect((await on.find("ada@client.example"))?.problem).toBe("bounced");
  });

  test.each(["E_DAILY_LIMIT_EXCEEDED", "E_SENDER_NOT_VERIFIED"])(
    "%s ends the run, and costs the mails no attempt",
    async (code) => {
      const { id } = await on.confirmed("ada@client.example");
      for (let n = 0; n < 5; n++) await on.queue(id, `report ${n}`);
      on.failWith(code);
      for (let n = 0; n < 12; n++) {
        const before = on.logged.length;
        await on.run();
        expect(on.logged.length - before).toBeLessThanOrEqual(1);
        on.pass(MINUTE);
      }
      on.failWith(null);
      on.sent.length = 0;
      on.pass(HOUR);
      await on.run();
      expect(on.sent).toHaveLength(5);
    },
  );

  // The second is about the configuration of the account, which can change.
  test.each(["E_CONTENT_TOO_LARGE", "E_RECIPIENT_NOT_ALLOWED"])(
    "after %s a mail fails without another attempt, and its recipient gets others",
    async (code) => {
      const { id } = await on.confirmed("ada@client.example");
      await on.queue(id, "report");
      on.failWith(code);
      await on.run();
      expect(await on.mails()).toMatchObject([{ state: "failed", code }]);
      on.failWith(null);
      on.sent.length = 0;
      await on.queue(id, "next");
      await on.run();
      expect(on.sent).toHaveLength(1);
    },
  );

  test("no address is logged, and an error that is not documented counts as no response", async () => {
    const { id } = await on.confirmed("ada@client.example");
    await on.queue(id, "report");
    on.failWith("ada@client.example is unknown");
    await on.run();
    expect(await on.mails()).toMatchObject([{ state: "pending", code: "no_response" }]);
    expect(on.logged).toHaveLength(1);
    expect(JSON.stringify(on.logged)).not.toContain("ada@");
  });

  test("a run that ends before it has recorded a mail leaves it to a later run", async () => {
    const { id } = await on.confirmed("ada@client.example");
    await on.queue(id, "report");
    await on.dependencies.mails.lease("0".repeat(64), on.now());
    on.sent.length = 0;
    await on.run();
    expect(on.sent).toEqual([]);
    on.pass(5 * MINUTE);
    await on.run();
    expect(on.sent).toHaveLength(1);
  });

  test("if the response to an accepted mail is lost, the links in both mails work", async () => {
    const { id } = await on.confirmed("ada@client.example");
    on.sent.length = 0;
    await on.queue(id, "report");
    const email = {
      send: async (mail: object) => {
        await on.dependencies.email?.send(mail as never); // we send only mails of this form
        throw new Error("lost");
      },
    } as SendEmail;
    await on.run({ email });
    on.pass(MINUTE);
    await on.run();
    expect(on.sent).toHaveLength(2);
    for (const mail of on.sent) {
      const { status } = await service.fetch(new URL(linkIn(mail, "unsubscribe")).pathname);
      expect(status).toBe(200);
    }
  });

  test("a mail whose runs all die is sent eleven times at most", async () => {
    const { id } = await on.confirmed("ada@client.example");
    await on.queue(id, "report");
    const leased = async () =>
      on.dependencies.mails.lease(crypto.randomUUID().replaceAll("-", "").repeat(2), on.now());
    for (let n = 0; n < 11; n++) {
      expect(await leased()).not.toBeNull();
      on.pass(5 * MINUTE);
    }
    expect(await leased()).toBeNull();
    await on.run();
    expect(await on.mails()).toMatchObject([{ state: "failed", code: "no_response" }]);
  });

  test("without a sender no mail is sent, and after two days it is too old", async () => {
    const { id } = await on.confirmed("ada@client.example");
    on.sent.length = 0;
    await on.queue(id, "report");
    await on.run({ mailSender: null });
    on.pass(48 * HOUR + 1);
    await on.run();
    expect(on.sent).toEqual([]);
    expect(await on.mails()).toMatchObject([{ state: "failed", code: "too_old" }]);
  });

  test("the longest content of a run is bounded: 15 mails, the others wait for the next", async () => {
    const { id } = await on.confirmed("ada@client.example");
    on.sent.length = 0;
    for (let n = 0; n < 17; n++) await on.queue(id, `report ${n}`);
    await on.run();
    expect(on.sent).toHaveLength(15);
    await on.run();
    expect(on.sent).toHaveLength(17);
  });
});

describe("recipients", () => {
  test("an address gets only the mail that asks until it confirms, and gets that mail once", async () => {
    const { id } = await on.addRecipient(" Ada@Client.example ", "fr");
    await on.queue(id, "report");
    await on.addRecipient("ada@client.example", "fr");
    await on.run();
    await on.addRecipient("ada@client.example", "fr");
    await on.run();
    expect(on.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ["ada@client.example", "Rapports de acme : merci de confirmer"],
    ]);
    expect((await on.find("ada@client.example"))?.problem).toBe("unconfirmed");
  });

  test("a mail program unsubscribes by one request, which neither confirming nor being added again undoes", async () => {
    const { id } = await on.addRecipient("ada@client.example", "it");
    await on.run();
    const [confirm = "", unsubscribe = ""] = (["confirm", "unsubscribe"] as const).map(
      (page) => new URL(linkIn(on.sent[0], page)).pathname,
    );
    expect(await (await service.fetch(confirm)).text()).toMatch(
      /<html lang="it">[\s\S]*action="confirm"><button>Conferma<\/button>/,
    );
    const body = "List-Unsubscribe=One-Click";
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await service.fetch(unsubscribe, { method: "POST", headers, body })).status).toBe(200);
    await service.fetch(confirm, { method: "POST" });
    await on.addRecipient("ada@client.example");
    await on.queue(id, "report");
    await on.run();
    expect([on.sent.length, (await on.find("ada@client.example"))?.problem]).toEqual([1, "unsubscribed"]);
  });

  test("a token of a report confirms nothing, and an unknown one gets a page in the reader's language", async () => {
    const { id } = await on.confirmed("ada@client.example");
    on.sent.length = 0;
    await on.queue(id, "report");
    await on.run();
    const path = new URL(linkIn(on.sent[0], "unsubscribe")).pathname.replace("unsubscribe", "confirm");
    const headers = { Accept: "text/html", "Accept-Language": "pl" };
    for (const each of [path, `/mail/${"A".repeat(43)}/unsubscribe`, "/mail/short/confirm"]) {
      const response = await service.fetch(each, { method: "POST", headers });
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining("Nie znaleziono"),
      ]);
    }
  });

  test("a member needs no confirmation, and gets no mail once removed", async () => {
    const now = on.now().toISOString();
    await service.env.DB.prepare(
      `INSERT INTO members (id, organization_id, email, role, created_at) VALUES ('mem_ada', 'acme', ?1, 'editor', ?2)`,
    )
      .bind("ada@acme.example", now)
      .run();
    const recipient = await on.addRecipient("ada@acme.example");
    expect(recipient).toMatchObject({ id: "mem_ada", projects: "all", problem: null, origin: ORIGIN });
    await on.queue("mem_ada", "first");
    await on.run();
    expect(on.sent.map(({ to }) => to)).toEqual(["ada@acme.example"]);
    await on.queue("mem_ada", "second");
    await service.env.DB.prepare("DELETE FROM members WHERE id = 'mem_ada'").run();
    await on.queue("mem_ada", "third");
    await on.run();
    expect(on.sent).toHaveLength(1);
    expect(await on.dependencies.recipients.list("acme")).toMatchObject([
      { id: "mem_ada", email: null, problem: "not_member" },
    ]);
    expect(new Set((await on.mails()).map(({ code }) => code))).toEqual(
      new Set(["recipient_not_member", null]),
    );
  });

  test.each([["no address"], ["a@b@c"], [`${"a".repeat(250)}@x.example`], [""]])(
    "%j is refused",
    async (email) => {
      await expect(on.addRecipient(email)).rejects.toMatchObject({ code: "validation_failed" });
    },
  );
});

test("the content of a mail is gone once it is sent", async () => {
  const { id } = await on.confirmed("ada@client.example");
  await on.queue(id, "report", { content: CONTENT });
  await on.run();
  const contents = await service.env.DB.prepare("SELECT DISTINCT content FROM mails").all();
  expect(contents.results).toEqual([{ content: "{}" }]);
});
