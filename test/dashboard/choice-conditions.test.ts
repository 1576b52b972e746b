import { expect, test } from "vitest";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { send } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";
import { formFields, htmlForm } from "./html-form.ts";

const LINKS = "/dashboard/o/acme/links";
const CHOICE = `${LINKS}/new?retailer=choice&intent=choose_retailer`;

const dashboard = await useDashboard();
await dashboard.add("acme", "editor@acme.example", "editor");
const key = await dashboard.service.issueKey({ organization: "acme", createProjects: ["main"] });
const editor = await dashboard.as("editor@acme.example");

type Fields = Record<string, string>;
const fieldsIn: (text: string) => Fields = formFields;

async function step(fields: Fields, pressed: string): Promise<Fields> {
  const { status, text } = await editor.send(CHOICE, { ...fields, step: pressed });
  expect([pressed, status]).toEqual([pressed, 200]);
  return fieldsIn(text);
}

test("conditions are added, changed to another kind and removed without script, and every kind is offered", async () => {
  const opened = await editor.open(`${CHOICE}&pick=first`);
  const [, menu = ""] =
    /<select name="kind:offers\[0\]\.countries"[^>]*>(.*?)<\/select>/s.exec(opened.text) ?? [];
  expect([...menu.matchAll(/>([^<]+)<\/option>/g)].map(([, label]) => label)).toEqual([
    "Country",
    "Language",
    "Device",
    "Region",
    "Code",
    "Source",
    "Time from",
    "Time until",
  ]);
  expect(opened.text).toContain("Everybody else");
  expect(opened.text).toContain("<option>Canada");
  let fields = fieldsIn(opened.text);
  fields = await step({ ...fields, "offers[0].countries": "Kanada" }, "condition:add:offers[0]");
  // The line that was added is empty, and stays through other steps.
  expect([fields["offers[0].countries"], fields["offers[0].when.languages"]]).toEqual(["Kanada", ""]);
  fields = await step(fields, "condition:add:offers[1]");
  expect(fields["offers[0].when.languages"]).toBe("");
  const changed = {
    ...fields,
    "offers[0].when.languages": "Ontario",
    "kind:offers[0].when.languages": "when.regions",
  };
  fields = await step(changed, "pick");
  expect([fields["offers[0].when.languages"], fields["offers[0].when.regions"]]).toEqual([
    undefined,
    "Ontario",
  ]);
  fields = await step(fields, "condition:remove:offers[0].countries");
  expect([fields["offers[0].countries"], fields["offers[0].when.regions"]]).toEqual([undefined, "Ontario"]);
  fields = await step(fields, "condition:remove:offers[1].countries");
  expect(Object.keys(fields).filter((name) => name.startsWith("kind:offers[1]"))).toEqual([]);
});

test("shares of a split are percent, and a form with others says what they make together", async () => {
  const opened = await editor.open(`${CHOICE}&pick=split`);
  const fields: Fields = {
    ...fieldsIn(opened.text),
    name: "Landing test",
    projectId: "main",
    "offers[0].customUrl": "https://shop.example/a",
    "offers[1].customUrl": "https://shop.example/b",
  };
  expect([fields["offers[0].share"], fields["offers[1].share"]]).toEqual(["50", "50"]);
  const refused = await editor.send(CHOICE, { ...fields, "offers[0].share": "70" });
  expect(refused.status).toBe(400);
  expect(htmlForm(refused.text).problem("offers[1].share")).toBe(
    "The shares make 120 %, not 100 %. Take away 20 %, or leave one empty: it gets the rest.",
  );
  expect(htmlForm(refused.text).value("offers[0].share")).toBe("70");
  const live = `${LINKS}/new/preview?retailer=choice&intent=choose_retailer`;
  const preview = await editor.send(live, { ...fields, "offers[0].share": "70" });
  expect(preview.text).toContain("The shares make 120 %, not 100 %.");
  const { location } = await editor.send(CHOICE, {
    ...fields,
    "offers[0].share": "70 %",
    "offers[1].share": "",
  });
  const path = location?.replace(/\?.*/, "") ?? "";
  const link = await dependenciesOf(dashboard.service.env).links.find(path.slice(path.lastIndexOf("/") + 1));
  expect(link?.offers?.map(({ weight }) => weight)).toEqual([70, 30]);
  // A change of something else leaves other weights as callers of the API wrote them.
  const weights = [{ weight: 3 }, {}].map((more, index) => ({
    ...link?.offers?.[index],
    weight: undefined,
    ...more,
  }));
  expectLink(await send(dashboard.service, "PATCH", `/v1/links/${link?.id}`, { offers: weights }, key), 200);
  const edit = fieldsIn((await editor.open(`${path}/edit`)).text);
  expect([edit["offers[0].share"], edit["offers[1].share"]]).toEqual(["75", "25"]);
  expect((await editor.send(`${path}/edit`, { ...edit, name: "Landing pages" })).status).toBe(303);
  const after = await dependenciesOf(dashboard.service.env).links.find(link?.id ?? "");
  expect(after?.offers?.map(({ weight }) => weight)).toEqual([3, undefined]);
  expect((await editor.open(LINKS)).text).toContain("by chance: 75 % shop.example/a, 25 % /b");
});

test("a condition shows codes by name and takes both, and only a name that is one code's", async () => {
  const page = (key: string, when?: object) => ({
    ...{ key, retailer: "custom", intent: "custom_url", customUrl: `https://${key}.example/` },
    ...(when && { when }),
  });
  const link = expectLink(
    await send(
      dashboard.service,
      "POST",
      "/v1/links",
      {
        ...{ projectId: "main", name: "Rules", retailer: "choice", intent: "choose_retailer" },
        page: { pick: "first" },
        offers: [
          page("one", { qrCodes: ["shelf-1", "gone"] }),
          page("two", { sources: ["x"] }),
          page("rest"),
        ],
      },
      key,
    ),
  );
  for (const [identifier, name] of [
    ["shelf-1", "Shelf poster"],
    ["door", "Door, front"],
    ["t-1", "Table"],
    ["t-2", "table"],
  ])
    await send(dashboard.service, "POST", `/v1/links/${link.id}/qr-codes`, { identifier, name }, key);
  const path = `${LINKS}/${link.id}/edit`;
  const opened = await editor.open(path);
  const fields = fieldsIn(opened.text);
  expect(fields["offers[0].when.qrCodes"]).toBe("Shelf poster, gone");
  const [, suggested = ""] = /<datalist id="names-codes">(.*?)<\/datalist>/s.exec(opened.text) ?? [];
  expect([...suggested.matchAll(/value="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    "Default QR code",
    "Shelf poster",
  ]);
  const stored = async () => {
    const found = await dependenciesOf(dashboard.service.env).links.find(link.id);
    return found?.offers?.[0]?.when;
  };
  // Saved as it was opened, nothing changes.
  await editor.send(path, fields);
  expect(await stored()).toEqual({ qrCodes: ["shelf-1", "gone"] });
  await editor.send(path, { ...fields, "offers[0].when.qrCodes": "shelf POSTER; door, Default QR code,t-2" });
  expect(await stored()).toEqual({ qrCodes: ["shelf-1", "door", "default", "t-2"] });
  const refused = await editor.send(path, {
    ...fieldsIn((await editor.open(path)).text),
    "offers[0].when.qrCodes": "Nobody's code",
  });
  expect(refused.status).toBe(400);
});
