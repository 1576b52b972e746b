import { afterAll, beforeAll, expect, test } from "vitest";
import { addressMailer } from "../../src/extras/mail/address-mailer.ts";
import { mailAskedAddress } from "../../src/surfaces/dashboard/sign-in/sign-in-pages.tsx";
import { dependenciesOf } from "../dependencies.ts";
import { sendRaw } from "../spec/raw-http.ts";
import { cookieOf, type OwnSignIn, startOwnSignIn } from "./people.ts";

interface Sent {
  to: string;
  subject: string;
  html: string;
  text: string;
}

const ORIGIN = "https://go.example";
let on: OwnSignIn;
const sent: Sent[] = [];
const lines: unknown[][] = [];
beforeAll(async () => {
  on = await startOwnSignIn({ vars: { MAIL_FROM: "Links <links@go.example>" } });
  await on.add("acme", "ada@acme.example");
});
afterAll(() => on.service.close());

/** Asks for an address, with a mail service that accepts, or rejects with a code. */
const ask = (email: string, code?: string) => {
  const send = async (mail: unknown) => {
    if (code !== undefined) throw Object.assign(new Error("ada@acme.example is refused"), { code });
    sent.push(mail as Sent); // what addressMailer makes
    return { messageId: "1" };
  };
  const log = (...line: unknown[]) => void lines.push(line);
  const mailSender = { name: "Links", email: "links@go.example" };
  return mailAskedAddress(email, {
    ...dependenciesOf(on.service.env),
    origins: { api: ORIGIN },
    addressMailer: addressMailer({ mailSender, email: { send }, log }),
    log,
  });
};

test("the mail has an address that signs its person in, in any case of the typed address", async () => {
  await ask(" ADA@acme.example ");
  expect(sent).toHaveLength(1);
  const [{ to, subject, text, html } = { to: "", subject: "", text: "", html: "" }] = sent;
  expect([to, subject]).toEqual(["ada@acme.example", "Sign in to go.example"]);
  expect(`${text}${html}`).not.toMatch(/unsubscribe|undefined/i);
  const [path = ""] = /\/dashboard\/sign-in\/[\w-]+/.exec(text) ?? [];
  expect(html).toContain(`href="${ORIGIN}${path}"`);
  const signedIn = await on.as().send(path, {});
  expect((await on.as(cookieOf(signedIn)).open("/dashboard/o/acme/members")).status).toBe(200);
});

test("nobody else gets one, and nobody gets more than five within an hour", async () => {
  sent.length = 0;
  for (const email of [
    "eve@acme.example",
    "",
    "ada",
    "ada@acme.example\r\nBcc: eve@acme.example",
    "a".repeat(300),
  ])
    await ask(email);
  expect(sent).toEqual([]);
  for (let count = 0; count < 8; count++) await ask("ada@acme.example");
  expect(sent).toHaveLength(5);
});

test("a mail that is not accepted is logged without the email address", async () => {
  await on.add("acme", "bob@acme.example");
  await ask("bob@acme.example", "E_SENDER_NOT_VERIFIED");
  expect(lines).toEqual([["error", "sign-in mail", { code: "E_SENDER_NOT_VERIFIED" }]]);
});

test("the page says the same to members and to others", async () => {
  const pages = [];
  for (const email of ["ada@acme.example", "nobody@acme.example", "no address"]) {
    const { status, text, headers } = await on.as().send("/dashboard/sign-in/mail", { email });
    pages.push([status, text, headers.get("Set-Cookie")]);
  }
  expect(pages[1]).toEqual(pages[0]);
  expect(pages[2]).toEqual(pages[0]);
  expect((await on.as().open("/dashboard/sign-in")).text).toContain("Send me an address");
});

test("an owner invites by mail: the address is the person's alone, so it opens all of their organizations", async () => {
  const owner = on.as(await on.signIn("ada@acme.example"));
  const added = await owner.send("/dashboard/o/acme/members/new", {
    email: "new@acme.example",
    role: "viewer",
    reach: "all",
  });
  expect(added.location).toMatch(/\/members\/mem_\w+\?done=(?:not-)?mailed$/);
  expect(added.text).not.toContain("/dashboard/sign-in/");
  const stored = await on.service.env.DB.prepare(
    "SELECT organization_id AS organization FROM one_time_addresses WHERE email = 'new@acme.example'",
  ).all();
  expect(stored.results).toEqual([{ organization: null }]);
});

test("on a host that somebody made up, nobody gets an address: it would lead there", async () => {
  const id = await on.add("acme", "eva@acme.example", "viewer");
  const cookie = await on.signIn("ada@acme.example");
  const send = async (path: string, body: string) => {
    const url = new URL(path, on.service.url);
    const headers = {
      ...{ Host: "evil.example", Origin: "http://evil.example", Cookie: cookie },
      "Content-Type": "application/x-www-form-urlencoded",
    };
    return (await sendRaw(url, { headers }, [new TextEncoder().encode(body)])).status;
  };
  expect(await send("/dashboard/sign-in/mail", "email=eva@acme.example")).toBe(503);
  expect(await send(`/dashboard/o/acme/members/${id}/sign-in`, "")).toBe(503);
  const stored = await on.service.env.DB.prepare(
    "SELECT count(*) AS count FROM one_time_addresses WHERE email = 'eva@acme.example'",
  ).first("count");
  expect(stored).toBe(0);
});
