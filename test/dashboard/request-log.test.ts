import { describe, expect, test } from "vitest";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { DOWN, type Json } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";

const OWNER = "owner@acme.example";
const STRANGER = "stranger@elsewhere.example";
/** Part of every name and address that is sent below; a log that holds it holds what a person sent. */
const MARKER = "confidential-7f3a";
const ACME = "/dashboard/o/acme";

/** The headers of the two identities, each with a token. */
/** The address of a shared report below the origin, and what it was answered with. */
let report: string;
/** What must not be in the log. */
const secrets: string[] = [MARKER, OWNER, STRANGER];

const dashboard = await useDashboard("test/faults/worker.ts");
await dashboard.add("acme", OWNER, "owner");
const memberId = (await dashboard.service.env.DB.prepare("SELECT id FROM members").first<string>("id")) ?? "";
const [owner, stranger] = [await dashboard.identity(OWNER), await dashboard.identity(STRANGER)];
for (const headers of [owner, stranger]) secrets.push(...Object.values(headers));

interface Sent {
  headers?: Record<string, string> | undefined;
  form?: Record<string, string> | undefined;
}

/** Asks as a browser does, and gives the status, the page and the lines in the log that are of this request. */
async function ask(path: string, { headers = {}, form }: Sent = {}) {
  const correlationId = crypto.randomUUID();
  const { origin } = dashboard.service.url;
  const response = await fetch(origin + path, {
    redirect: "manual",
    headers: {
      ...{ Accept: "text/html", "X-Correlation-ID": correlationId },
      ...(form && { Origin: origin, "Sec-Fetch-Site": "same-origin" }),
      ...headers,
    },
    ...(form && {
      method: "POST",
      body: new URLSearchParams({ [IDEMPOTENCY_FIELD]: crypto.randomUUID(), ...form }),
    }),
  });
  const text = await response.text();
  const lines = () => dashboard.service.logs().filter((line) => line.includes(correlationId));
  await expect.poll(lines).not.toEqual([]);
  const [line, ...more] = lines().map((each): Json => JSON.parse(each));
  expect(more).toEqual([]);
  const { milliseconds, cause, ...fields } = line;
  expect(milliseconds).toBeGreaterThanOrEqual(0);
  expect(fields).toMatchObject({ event: "request", correlationId });
  return { status: response.status, text, fields, cause };
}

async function withoutTable<T>(name: string, request: () => Promise<T>): Promise<T> {
  const { DB } = dashboard.service.env;
  await DB.exec(`ALTER TABLE ${name} RENAME TO absent`);
  try {
    return await request();
  } finally {
    await DB.exec(`ALTER TABLE absent RENAME TO ${name}`);
  }
}

/** The text of the element with this id; long ones have places where they may break. */
const shown = (text: string, id: string): string =>
  new RegExp(`id="${id}">([^<]+)<`).exec(text.replaceAll("<wbr/>", ""))?.[1] ?? "";

describe("the request of a member", () => {
  test.each<[status: number, path: string, form?: Record<string, string>]>([
    [200, "/members"],
    [200, "/members/new"],
    [303, "/members/new", { email: `${MARKER}@acme.example`, role: "viewer", reach: "all" }],
    [400, "/members/new", { email: MARKER, role: "viewer", reach: "all" }],
    [404, `/members/${OWNER}`],
    [404, `/${MARKER}/${OWNER}`],
    [200, `/links?q=${MARKER}`],
  ])("%i %s: its id, and nothing of what was sent", async (status, path, form) => {
    const answer = await ask(`${ACME}${path}`, { headers: owner, form });
    expect([answer.status, answer.fields.memberId, answer.fields.keyId]).toEqual([
      status,
      memberId,
      undefined,
    ]);
    expect(Object.keys(answer.fields).sort()).toEqual(
      ["correlationId", "event", "memberId", "method", "route", "status"].sort(),
    );
    expect(answer.fields).toMatchObject({ method: form ? "POST" : "GET", status });
    if (path.startsWith("/members/new"))
      expect(answer.fields.route).toBe("/dashboard/o/:organization/members/new");
    else expect(answer.fields.route).toMatch(/^\/dashboard\/o\/:organization\//);
    expect(answer.cause).toBeUndefined();
  });

  test("what fails on our side: the cause without what was sent", async () => {
    const form = { email: `${MARKER}@globex.example`, role: "viewer", reach: "all" };
    const broken = await withoutTable("activity", () => ask(`${ACME}/members/new`, { headers: owner, form }));
    expect([broken.status, broken.fields.memberId]).toEqual([500, memberId]);
    expect(broken.cause).toContain("no such table");
    const down = await ask(`${ACME}/members`, { headers: { ...owner, [DOWN]: "DB" } });
    expect([down.status, down.fields.memberId]).toEqual([503, undefined]);
    expect(down.cause).toContain("connection lost");
  });

  test("a form that is shown again because something is down: the cause too", async () => {
    const form = { name: MARKER, email: "", role: "viewer" };
    const headers = { ...owner, [DOWN]: "DB=loses writes" };
    const again = await ask(`${ACME}/projects/new`, { headers, form: { ...form, id: "down" } });
    expect([again.status, again.fields.memberId]).toEqual([503, memberId]);
    expect(again.cause).toContain("connection lost");
  });

  test("an API key that is shown, and the address of a report", async () => {
    await ask(`${ACME}/projects/new`, { headers: owner, form: { name: MARKER, id: "main" } });
    const issued = await ask(`${ACME}/keys/new`, {
      headers: owner,
      form: { name: MARKER, reach: "all", scopes: "links:read" },
    });
    const key = shown(issued.text, "api-key");
    expect(key).toMatch(/^slk_[0-9A-Za-z]{46}$/);
    const shared = await ask(`${ACME}/visits/share`, {
      headers: owner,
      form: { name: MARKER, expiresAt: "" },
    });
    report = new URL(shown(shared.text, "report-address")).pathname;
    const token = report.slice("/shared/".length);
    expect(token).toMatch(/^[\w-]{43}$/);
    secrets.push(key, token);
    expect([issued.fields.memberId, shared.fields.memberId]).toEqual([memberId, memberId]);
    // A key in an address, where a person pasted it.
    expect((await ask(`${ACME}/links?q=${key}`, { headers: owner })).status).toBe(200);
    expect((await ask(`${ACME}/keys/${key}`, { headers: owner })).status).toBe(404);
    // A program is named as before.
    const program = await ask("/v1/links", { headers: { "X-Service-API-Key": key } });
    expect(program.fields).toMatchObject({ keyId: expect.stringMatching(/^key_/), status: 200 });
    expect(program.fields).not.toHaveProperty("memberId");
  });
});

describe("a request of nobody known names nobody", () => {
  test("without an identity, with a forged one, and of a member of nothing", async () => {
    const [header = "", token = ""] = Object.entries(owner)[0] ?? [];
    const forged = `${token.slice(0, -20)}${"A".repeat(20)}`;
    secrets.push(forged);
    const cookie = { Cookie: `CF_Authorization=${token}` };
    for (const [headers, reason] of [
      [{}, "no_identity"],
      [{ [header]: forged }, "ERR_JWS_SIGNATURE_VERIFICATION_FAILED"],
      [{ [header]: MARKER }, "ERR_JWS_INVALID"],
      [cookie, "no_identity"],
      [stranger, undefined],
    ] as const) {
      const { status, fields } = await ask(`${ACME}/members`, { headers });
      expect([status, fields.memberId, fields.keyId]).toEqual([403, undefined, undefined]);
      expect(fields.refused?.reason).toBe(reason);
    }
  });

  test("a shared report that is there, that is not, that is down and that fails", async () => {
    const unknown = report.replace(/.{8}$/, MARKER.slice(-8));
    const of = (path: string, headers = {}) => ask(path, { headers });
    const answers = [
      await of(report),
      await of(report, owner),
      await of(unknown),
      await of(`${report}/${MARKER}`),
      await ask(report, { form: { name: MARKER } }),
      await of(report, { [DOWN]: "DB" }),
      await withoutTable("shared_reports", () => of(report)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 405, 503, 500]);
    for (const { status, fields, cause } of answers) {
      expect([fields.memberId, fields.keyId, cause !== undefined]).toEqual([
        undefined,
        undefined,
        status >= 500,
      ]);
    }
    secrets.push(unknown.slice("/shared/".length));
  });
});

test("no line of the log holds an email address, a token, an API key or what a person sent", () => {
  const everything = dashboard.service.logs().join("\n");
  expect(everything).toContain(memberId);
  for (const secret of secrets) expect(everything).not.toContain(secret);
  // Whatever they belong to: an address, a JWT, a key, the token of a report.
  for (const form of [/[\w.+-]+@[\w-]+\.[\w.]+/, /eyJ[\w-]{10}/, /slk_\w/, /shared\/(?!:)/])
    expect(everything).not.toMatch(form);
});
