import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { post } from "../requests.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { useDashboard } from "./dashboard.ts";

const PATH = "/dashboard/o/acme/webhooks";
const NOTIFY = "/dashboard/o/acme/notify";
const dashboard = await useDashboard();
const { service } = dashboard;
const key = await service.issueKey({ createProjects: ["main"] });
for (const role of ["owner", "editor", "viewer"] as const)
  await dashboard.add("acme", `${role}@acme.example`, role);
await dashboard.add("globex", "hank@globex.example", "owner");
const owner = await dashboard.as("owner@acme.example");
const receiver = await startReceiver();

const idIn = (text: string): string => /webhooks\/(whk_\w+)/.exec(text)?.[1] ?? "";
const create = async (fields: Record<string, string | string[]> = {}) => {
  const { status, text } = await owner.send(`${PATH}/new`, {
    url: "https://hooks.brand.example/in",
    types: "all",
    ...fields,
  });
  expect(status).toBe(200);
  const id = idIn(text);
  await service.env.DB.prepare("UPDATE webhooks SET url = ?1 WHERE id = ?2").bind(receiver.url, id).run();
  return { id, secret: /whsec_[\w+/=]+/.exec(text)?.[0] ?? "", text };
};

test("an owner adds a webhook, sees its secret once, and what was sent, escaped", async () => {
  const { id, secret, text } = await create({
    description: "Shop <b>",
    types: ["link.created", "link.updated"],
  });
  expect(text).toContain("show it again. You can make a new one.");
  expect(text).toContain("Send a test");
  receiver.secrets = [secret];
  receiver.always((response) => response.writeHead(418).end(`<script>alert(1)</script>${"x".repeat(600)}`));
  await post(service, "/v1/links", linkBody("custom custom_url"), key);
  await receiver.until(1);
  const page = () => owner.open(`${PATH}/${id}`);
  await expect.poll(async () => (await page()).text, { timeout: 30_000 }).toContain("418");
  const shown = (await page()).text;
  expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;xxx");
  expect(shown).not.toMatch(/<script>alert|x{500}/);
  expect(shown).toMatch(/link\.created[\s\S]*Waiting/);
  expect(shown).not.toContain(secret);
  expect((await owner.open(PATH)).text).toContain("Shop &lt;b&gt;");

  receiver.always(null);
  const sent = await owner.send(`${PATH}/${id}/deliver`, { eventId: receiver.messages[0]?.id ?? "" });
  expect(sent.location).toBe(`${PATH}/${id}?done=sent`);
  await receiver.until(2);
  await expect.poll(async () => (await page()).text, { timeout: 30_000 }).toContain("Delivered");
  expect((await owner.open(PATH)).text).toMatch(/Shop &lt;b&gt;[\s\S]*(?:Waiting|Delivered)/);
});

test("“Everything” is everything, also beside groups and single events", async () => {
  const { id } = await create({ types: ["codes", "all", "link.created"] });
  const { text } = await owner.open(`${PATH}/${id}/change`);
  const boxes = [...text.matchAll(/<input[^>]*name="types"[^>]*>/g)].map(([box]) => box);
  const checked = boxes.filter((box) => box.includes(" checked"));
  expect(checked).toEqual([expect.stringContaining('value="all"')]);
  // Of a webhook for chosen events, those that the API alone can choose stay.
  await owner.send(`${PATH}/${id}/change`, {
    url: "https://hooks.brand.example/in",
    types: ["codes", "link.created"],
    description: "",
  });
  const changed = (await owner.open(`${PATH}/${id}/change`)).text;
  const values = [...changed.matchAll(/<input[^>]*name="types"[^>]*value="([^"]+)"[^>]* checked/g)];
  expect(values.map(([, value]) => value).sort()).toEqual(["codes", "link.created"]);
});

test("a webhook is changed, switched off and on, and its secret rotated", async () => {
  const { id, secret } = await create();
  const url = "https://hooks.brand.example/new";
  const changed = await owner.send(`${PATH}/${id}/change`, { url, types: "page.made", description: "New" });
  expect(changed.location).toBe(`${PATH}/${id}?done=changed`);
  expect((await owner.open(`${PATH}/${id}/change`)).text).toMatch(/value="page\.made"[^>]*checked/);
  await owner.send(`${PATH}/${id}/status`, { status: "inactive" });
  expect((await owner.open(`${PATH}/${id}`)).text).toContain("Switch on");
  await owner.send(`${PATH}/${id}/status`, { status: "active" });
  const rotated = await owner.send(`${PATH}/${id}/secret`, {});
  const [next] = /whsec_[\w+/=]+/.exec(rotated.text) ?? [];
  expect([rotated.status, next === undefined, next === secret]).toEqual([200, false, false]);
  const nothing = await owner.send(`${PATH}/${id}/change`, { url });
  expect([nothing.status, nothing.text.includes("Choose at least one.")]).toEqual([400, true]);
  const refused = await owner.send(`${PATH}/${id}/change`, { url: "https://10.0.0.1/", types: "all" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("name its host, not an IP address");
});

test("a channel is told of alerts, which are chosen beside the other ways, without a secret", async () => {
  const page = (await owner.open(`${PATH}/chat`)).text;
  expect(page).not.toMatch(/link\.created|type="checkbox"|[Ss]ecret/);
  const url = "https://hooks.slack.com/services/T0/B0/x";
  const added = await owner.send(`${PATH}/chat`, { url, description: "#shop" });
  expect([added.status, added.text.includes("whsec_")]).toEqual([303, false]);
  expect(added.location).toMatch(/\?done=added$/);
  const id = idIn(added.location ?? "");
  const told = (type: string) => new RegExp(`name="chat" value="${id} ${type}" checked`);
  expect((await owner.open(NOTIFY)).text).toMatch(told("product.back"));
  const all = { mail: "link.broken", attention: "link.broken", language: "en" };
  await owner.send(NOTIFY, { ...all, chat: [`${id} product.unavailable`, `${id} link.broken`] });
  const { text } = await owner.open(NOTIFY);
  expect(text).toMatch(told("link.broken"));
  expect(text).not.toMatch(told("product.back"));
  const shown = (await owner.open(added.location ?? "")).text;
  expect(shown).toContain("A product is sold out, A destination is broken");
  expect(shown).toContain("Send a test");
  expect(shown).not.toMatch(/[Ss]ecret/);
  const silent = await owner.send(NOTIFY, all);
  expect([silent.status, silent.text.includes("Choose at least one alert for #shop")]).toEqual([400, true]);
  const refused = await owner.send(`${PATH}/chat`, { url: "https://hooks.brand.example/in" });
  expect([refused.status, refused.text.includes("connect your own system")]).toEqual([400, true]);
  // The other form takes a chat too, and shows no secret either.
  expect((await owner.send(`${PATH}/new`, { url, types: "all" })).status).toBe(303);
  expect((await owner.open(PATH)).text).not.toContain("#shop");
});

test("a group of events is chosen with one box, and events that the API chose stay as they are", async () => {
  const { id } = await create({ types: ["codes", "page.made"] });
  const { text } = await owner.open(`${PATH}/${id}/change`);
  expect(text).toMatch(/value="codes" checked/);
  expect(text).toMatch(/value="page\.made" checked/);
  expect(text).not.toMatch(/value="products" checked|value="page\.failed"/);
  expect((await owner.open(`${PATH}/${id}`)).text).toContain(
    "qr_code.created, qr_code.updated, code.not_scanned, page.made",
  );
});

test("a new webhook gets all events unless some are chosen, and a webhook is deleted after a question", async () => {
  expect((await owner.open(`${PATH}/new`)).text).toMatch(/value="all"[^>]*checked/);
  const { id } = await create();
  expect((await owner.open(`${PATH}/${id}/delete`)).text).toContain("Nothing more is sent");
  expect((await owner.send(`${PATH}/${id}/delete`, {})).location).toBe(PATH);
  expect((await owner.open(`${PATH}/${id}`)).status).toBe(404);
  expect((await owner.open(PATH)).text).not.toContain(id);
});

test("the activity says that it was created", async () => {
  await create();
  const { text } = await owner.open("/dashboard/o/acme/activity");
  expect(text).toContain("created the webhook");
});

test("one that the service switched off needs attention", async () => {
  const { id } = await create();
  await service.env.DB.prepare(
    "UPDATE webhooks SET status = 'inactive', disabled_because = 'failing' WHERE id = ?1",
  )
    .bind(id)
    .run();
  expect((await owner.open("/dashboard/o/acme")).text).toContain("so the webhook was switched off");
  expect((await owner.open(`${PATH}/${id}`)).text).toContain("No event was accepted for five days");
  await service.env.DB.prepare("UPDATE webhooks SET disabled_because = 'secret_unreadable' WHERE id = ?1")
    .bind(id)
    .run();
  const { text } = await owner.open(`${PATH}/${id}`);
  expect(text).toContain("can no longer read the signing secret");
  expect(text).toContain("Make a new secret");
  expect((await owner.send(`${PATH}/${id}/secret`, {})).text).toContain("whsec_");
  expect((await owner.open(`${PATH}/${id}`)).text).toContain("Switch off");
  expect((await (await dashboard.as("editor@acme.example")).open("/dashboard/o/acme")).text).not.toContain(
    "Webhooks",
  );
});
