import { beforeEach, describe, expect, test } from "vitest";
import { MAX_ASKED_PER_DAY, MAX_RECIPIENTS } from "../../src/extras/mail/mail.ts";
import { addRecipients } from "../../src/extras/mail/recipient-store.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { memberOf } from "../actors.ts";
import { useService } from "../use-service.ts";
import { linkIn, mailing, ORIGIN } from "./mailing.ts";

const service = await useService({}, "acme");
const on = await mailing(service);
const { DB } = service.env;
beforeEach(async () => {
  await on.empty();
  await DB.prepare("DELETE FROM members WHERE id LIKE 'mem_test%'").run();
});

const ADA = "ada@client.example";
const problem = async (email = ADA) => (await on.find(email))?.problem;
const stop = (email: string, because: string) =>
  DB.prepare("UPDATE mail_recipients SET stopped_because = ?2 WHERE email = ?1").bind(email, because).run();
const addMember = (id: string, email: string) =>
  DB.prepare(
    "INSERT INTO members (id, organization_id, email, role, created_at) VALUES (?1, 'acme', ?2, 'editor', '2026-01-01')",
  )
    .bind(id, email)
    .run();
const add = (...addresses: string[]) =>
  addRecipients(memberOf("editor"), { addresses, language: "en", origin: ORIGIN }, on.dependencies);
const post = (page: "confirm" | "unsubscribe") =>
  service.fetch(new URL(linkIn(on.sent.at(-1), page)).pathname, { method: "POST" });

describe("strangers are not bombed with mail:", () => {
  test("a mailbox is asked once, whatever stands behind a plus", async () => {
    await add(ADA);
    for (const email of ["ada+1@client.example", "ada+2@client.example"])
      await expect(add(email)).rejects.toMatchObject({ code: "quota_exceeded" });
    await on.run();
    expect(on.sent).toHaveLength(1);
    // Once its owner agrees, other names of it may be asked; once they don't, none.
    await post("confirm");
    await add("ada+1@client.example");
    await on.run();
    await post("unsubscribe");
    await expect(add("ada+2@client.example")).rejects.toMatchObject({ code: "quota_exceeded" });
  });

  test("an organization asks a bounded number of addresses a day, also by parallel requests", async () => {
    const addresses = Array.from({ length: MAX_ASKED_PER_DAY + 4 }, (_, n) => `a${n}@client.example`);
    const added = await Promise.allSettled(addresses.map((email) => add(email)));
    expect(added.filter(({ status }) => status === "rejected")).toHaveLength(4);
    // Members are not asked.
    await addMember("mem_test_1", "member@acme.example");
    expect(await add("member@acme.example")).toMatchObject([
      { id: "mem_test_1", projects: "all", problem: null },
    ]);
    on.pass(DAY_MS);
    expect(await add("b@client.example")).toHaveLength(1);
  });

  test("is asked for nothing if another address of the form is invalid", async () => {
    await expect(add(ADA, "no address")).rejects.toMatchObject({ code: "validation_failed" });
    // The Kelvin sign is a k in lower case.
    await expect(add("\u212Aim@client.example")).rejects.toMatchObject({ code: "validation_failed" });
    expect(await on.dependencies.recipients.list("acme")).toEqual([]);
  });

  test("the mail that asks has nothing of its author but the name of the organization", async () => {
    await DB.prepare("UPDATE organizations SET name = ?1 WHERE id = 'acme'")
      .bind("<b>Acme</b>\u202E & {token}")
      .run();
    await add(ADA);
    await on.run();
    const [mail] = on.sent;
    expect(mail?.subject).toBe("Reports from <b>Acme</b> & {token}: please confirm");
    expect(mail?.html).toContain("&lt;b&gt;Acme&lt;/b&gt;");
    expect(mail?.html).not.toContain("<b>");
    await DB.prepare("UPDATE organizations SET name = 'acme' WHERE id = 'acme'").run();
  });
});

test("an organization has at most 100 recipients; those who get no mail any longer leave their places", async () => {
  const addresses = Array.from({ length: MAX_RECIPIENTS }, (_, n) => `a${n}@client.example`);
  await add(...addresses.slice(0, 50));
  on.pass(DAY_MS);
  await add(...addresses.slice(50));
  on.pass(DAY_MS);
  await expect(add("b@client.example")).rejects.toMatchObject({ code: "quota_exceeded" });
  expect((await on.addRecipient("a7@client.example", "ja")).language).toBe("ja");
  await stop("a7@client.example", "bounced");
  expect(await add("b@client.example")).toHaveLength(1);
});

test("who could not be asked is told so, and is asked again when added again", async () => {
  await on.addRecipient(ADA);
  on.failWith("E_CONTENT_TOO_LARGE");
  await on.run();
  expect(await problem()).toBe("not_asked");
  on.failWith(null);
  await on.run();
  expect(on.sent).toEqual([]);
  await on.addRecipient(ADA);
  expect(await problem()).toBe("unconfirmed");
  await on.run();
  expect(on.sent).toHaveLength(1);
  // The mail that was accepted asked, and no other does.
  await on.addRecipient(ADA);
  await on.run();
  expect(on.sent).toHaveLength(1);
});

test("nobody is asked twice, also not after the mails of that time are deleted, and may confirm late", async () => {
  await on.addRecipient(ADA);
  await on.run();
  on.pass(401 * DAY_MS);
  await on.run();
  await on.addRecipient(ADA);
  await on.run();
  expect(on.sent).toHaveLength(1);
  expect((await post("confirm")).status).toBe(200);
  expect(await problem()).toBeNull();
});

test("an address that unsubscribed or bounced gets no mail as a member either, until its owner resumes", async () => {
  for (const because of ["unsubscribed", "bounced"]) {
    const email = `${because}@client.example`;
    await on.confirmed(email);
    await stop(email, because);
    await addMember(`mem_test_${because}`, email);
    expect(await add(email)).toMatchObject([{ id: `mem_test_${because}`, problem: because }]);
  }
});

test("who unsubscribes as a member has unsubscribed the same address, and resumes both", async () => {
  await on.confirmed(ADA);
  await addMember("mem_test_1", ADA);
  await add(ADA);
  await on.queue("mem_test_1", "report");
  await on.run();
  const problems = async () => (await on.dependencies.recipients.list("acme")).map((each) => each.problem);
  await post("unsubscribe");
  expect(await problems()).toEqual(["unsubscribed", "unsubscribed"]);
  const resume = new URL(linkIn(on.sent.at(-1), "unsubscribe")).pathname.replace("unsubscribe", "resume");
  await service.fetch(resume, { method: "POST" });
  expect(await problems()).toEqual([null, null]);
});
