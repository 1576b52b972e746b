import { expect, test } from "vitest";
import { definitionOf } from "../../src/features/links/link.ts";
import { choiceBody, linkBody, OFFERS } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { post, send } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";
import { formFields, htmlForm } from "./html-form.ts";

const LINKS = "/dashboard/o/acme/links";
const CHOICE = `${LINKS}/new?retailer=choice&intent=choose_retailer`;
const PASTED = [
  "https://www.walmart.com/ip/10450114",
  "https://www.target.com/p/-/A-13474244",
  "https://own.example/milk",
].join("\n");

const dashboard = await useDashboard();
await dashboard.add("acme", "editor@acme.example", "editor");
const key = await dashboard.service.issueKey({ organization: "acme", createProjects: ["main"] });
const editor = await dashboard.as("editor@acme.example");

type Fields = Record<string, string>;
const fieldsIn: (text: string) => Fields = formFields;
const retailersIn = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => /^offers\[\d+\]\.retailer$/.test(name))
    .map((name) => fields[name] ?? "");

async function step(fields: Fields, pressed: string): Promise<Fields> {
  const { status, text } = await editor.send(CHOICE, { ...fields, step: pressed });
  expect([pressed, status]).toEqual([pressed, 200]);
  return fieldsIn(text);
}

test("a pasted place fills the first row without one, which keeps its condition", async () => {
  const opened = fieldsIn((await editor.open(`${CHOICE}&pick=first`)).text);
  expect(retailersIn(opened)).toEqual(["custom", "custom"]);
  const filled = await step(
    {
      ...opened,
      "offers[0].countries": "Österreich",
      "offers[1].customUrl": "https://shop.example/else",
      "offer-paste": "https://www.walmart.com/ip/10450114",
    },
    "offer:add",
  );
  expect(retailersIn(filled)).toEqual(["bigbox_w", "custom"]);
  expect(filled["offers[0].countries"]).toBe("Österreich");
  expect(filled["offers[0].products[0].retailerProductId"]).toBe("10450114");
  const more = await step({ ...filled, "offer-paste": "https://shop.example/more" }, "offer:add");
  expect(retailersIn(more)).toEqual(["bigbox_w", "custom", "custom"]);
});

test("a choice can be created with buttons alone: offers are pasted, copied, moved, removed and previewed", async () => {
  const other = expectLink(
    await post(
      dashboard.service,
      "/v1/links",
      linkBody("marketplace product_detail", { tracking: { utm: { source: "box", term: "milk" } } }),
      key,
    ),
  );
  const opened = await editor.open(`${LINKS}/new?paste=${encodeURIComponent(PASTED)}`);
  let fields = fieldsIn(opened.text);
  expect(retailersIn(fields)).toEqual(["bigbox_w", "bigbox_t", "custom"]);
  expect(opened.text).toContain("Row 1: Walmart: show a product");

  // A shop of the menu, a link to copy, a short link, and what is nothing.
  fields = await step({ ...fields, "offer-from": "grocer_a product_detail" }, "offer:add");
  expect(fields["offers[3].products[0].retailerProductId"]).toBe("");
  fields = await step(fields, "remove:offers[3]");
  fields = await step({ ...fields, "offer-from": other.id }, "offer:add");
  expect(fields["offers[3].products[0].retailerProductId"]).toBe("B000000001");
  // All offers share the UTM values of the choice, so those of the first copy come along, and no others after them.
  expect([fields["tracking.utm.source"], fields["tracking.utm.term"]]).toEqual(["box", "milk"]);
  fields["tracking.utm.source"] = "pack";
  fields = await step({ ...fields, "offer-paste": other.shortLink }, "offer:add");
  expect(retailersIn(fields)).toEqual(["bigbox_w", "bigbox_t", "custom", "marketplace", "marketplace"]);
  expect(fields["tracking.utm.source"]).toBe("pack");
  const nothing = await editor.send(CHOICE, { ...fields, "offer-paste": "10450114", step: "offer:add" });
  expect(nothing.status).toBe(400);
  expect(htmlForm(nothing.text).problem("offer-paste")).toContain("choose the shop in the menu too");
  expect(htmlForm(nothing.text).value("offer-paste")).toBe("10450114");
  const unclear = await editor.send(CHOICE, { ...fields, "offer-paste": "12", step: "offer:add" });
  expect(htmlForm(unclear.text).problem("offer-paste")).toContain("write 12x1 if it is a product");

  fields = await step(fields, "move:offers[3]:0");
  fields = await step(fields, "remove:offers[4]");
  expect(retailersIn(fields)).toEqual(["marketplace", "bigbox_w", "bigbox_t", "custom"]);

  // What shoppers see, before there is a name or a project.
  const asked = {
    ...fields,
    publicName: "Oat <milk>",
    "offers[1].countries": "United States",
    "offers[1].products[0].retailerProductId": "10450115",
  };
  const page = `${LINKS}/new/preview/page?retailer=choice&intent=choose_retailer`;
  const brand = { name: "Sol & Maíz", accent: "#c8102e" };
  const put = await send(dashboard.service, "PATCH", "/v1/projects/main", { brand }, key);
  expect(put.status).toBe(200);
  const branded = { ...asked, projectId: "main", "page.imageUrl": "https://img.example/oats.png" };
  const framed = await editor.send(page, branded);
  expect(framed.text).toContain('<img src="https://img.example/oats.png"');
  expect(framed.text).toContain('<footer><span dir="auto">Sol &amp; Maíz</span>');
  expect(framed.text).toContain("--accent:#c8102e");
  expect(framed.headers.get("Content-Security-Policy")).toContain("img-src data: https://img.example;");
  const seen = await editor.send(page, { ...asked, "seen-language": "de", "seen-country": "GB" });
  expect(seen.status).toBe(200);
  expect(seen.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'self'");
  expect(seen.text).toContain('lang="de"');
  expect(seen.text).toContain("Oat &lt;milk&gt;");
  expect(seen.text).toContain("<small>own.example</small>");
  expect(seen.text).not.toContain("Walmart");
  expect(seen.text).not.toMatch(/<a [^>]*href/);
  const none = await editor.send(page, { name: "x" });
  expect(none.text).toContain("Add a product or URL to a shop");

  // Problems stand at the fields of their shop.
  const named = { ...asked, name: "Oat milk", projectId: "main" };
  const wrong = {
    ...named,
    "offers[2].products[0].retailerProductId": "A-1",
    "offers[3].label": "x".repeat(41),
  };
  const refused = await editor.send(CHOICE, wrong);
  expect(htmlForm(refused.text).problem("offers[3].label")).toContain("40");
  const odd = await editor.send(CHOICE, { ...wrong, "offers[3].label": "" });
  expect(htmlForm(odd.text).problem("offers[2].products[0].retailerProductId")).toContain(
    "Its product ids (TCIN) are digits, such as 13474244.",
  );
  const preview = await editor.send(CHOICE, { ...wrong, "offers[3].label": "", step: "preview" });
  expect(preview.text).toContain("Shop 3, Target");

  const { status, location } = await editor.send(CHOICE, named);
  expect(status).toBe(303);
  const path = location?.replace(/\?.*/, "") ?? "";
  const link = await dependenciesOf(dashboard.service.env).links.find(path.slice(path.lastIndexOf("/") + 1));
  expect(link && definitionOf(link)).toMatchObject({
    publicName: "Oat <milk>",
    offers: [
      { key: "marketplace", retailer: "marketplace" },
      { key: "bigbox-w", countries: ["US"], products: [{ retailerProductId: "10450115" }] },
      { key: "bigbox-t", intent: "product_detail" },
      { key: "custom", customUrl: "https://own.example/milk" },
    ],
  });

  // The page of the link has each shop with its stock; a change keeps the keys, which are printed.
  const shown = await editor.open(`${path}?tab=details`);
  expect(shown.text).toContain("Shops to choose from");
  expect(shown.text).toContain("own.example");
  const edit = `${path}/edit`;
  const before = fieldsIn((await editor.open(edit)).text);
  const up = fieldsIn((await editor.send(edit, { ...before, step: "move:offers[3]:0" })).text);
  expect((await editor.send(edit, up)).status).toBe(303);
  const changed = await dependenciesOf(dashboard.service.env).links.find(link?.id ?? "");
  expect(changed?.offers?.map(({ key }) => key)).toEqual(["custom", "marketplace", "bigbox-w", "bigbox-t"]);
});

test("warnings and changes name the shop of a choice and use the labels of the form", async () => {
  const offers = [
    OFFERS[0],
    { ...OFFERS[1], label: "The <big> shop", products: [{ retailerProductId: "no" }] },
  ];
  const link = expectLink(await post(dashboard.service, "/v1/links", choiceBody({ offers }), key));
  const changed = [{ ...OFFERS[0], key: "bigbox-w" }, OFFERS[2]];
  const path = `/v1/links/${link.id}`;
  const [, attention = ""] =
    /<ul class="attention">(.*?)<\/ul>/s.exec((await editor.open(`${LINKS}/${link.id}`)).text) ?? [];
  expect(attention).toContain("<strong><bdi>The &lt;big&gt; shop</bdi></strong>");
  expect(attention).not.toMatch(/offers|retailerProductId|\[\d\]/);
  expectLink(await send(dashboard.service, "PATCH", path, { offers: changed }, key), 200);
  const { text } = await editor.open(`${LINKS}/${link.id}?tab=history`);
  const [, changes = ""] = /<ul class="changes">(.*?)<\/ul>/s.exec(text) ?? [];
  // Of the shops, those that differ.
  expect(changes.match(/<li>/g)).toHaveLength(2);
  expect(changes).toContain("The &lt;big&gt; shop: 1 × no");
  expect(changes).toContain("Web page: https://www.shop.example/cereal");
  expect(changes).not.toContain("{");
});

test("a choice can redirect by rules, which its rows say as sentences and the preview tries", async () => {
  const opened = fieldsIn((await editor.open(`${LINKS}/new?paste=${encodeURIComponent(PASTED)}`)).text);
  const fields = {
    ...opened,
    name: "Oat milk",
    projectId: "main",
    "page.pick": "first",
    fallbackUrl: "https://own.example/elsewhere",
    forwardQuery: "true",
    "offers[0].countries": "Canada",
    "offers[0].when.devices": "phone\nios",
    "offers[1].when.languages": "German, fr",
    "offers[1].when.until": "2998-12-24T09:00",
    "offers[2].when.sources": "newsletter",
  };
  const closed = await editor.send(CHOICE, { ...fields, step: "pick" });
  const rules = (text: string) =>
    [...text.matchAll(/<tr[^>]*><th scope="row">(?:<bdi>)?([^<]*)</g)].map(([, rule]) => rule);
  expect(rules(closed.text)).toEqual([
    "iPhones in Canada",
    "Visits, in German or French, until 24 Dec 2998, 09:00",
    "Visits from newsletter",
    "Everybody else",
  ]);
  expect(closed.text).toContain("Everybody else → <bdi>own.example</bdi>");
  const inRegions = await editor.send(CHOICE, {
    ...fields,
    "offers[2].when.regions": "California, MX-OAX",
    step: "pick",
  });
  expect(rules(inRegions.text)[2]).toBe("Visits in California or MX-OAX from newsletter");
  const inFrench = await editor.send(CHOICE, {
    ...fields,
    "offers[1].when.languages": "français",
    "offers[1].when.until": "",
    step: "pick",
  });
  expect(rules(inFrench.text)[1]).toBe("Visits in French");

  const seen = async (visit: Fields, more: Fields = {}) => {
    const sent = { ...fields, ...visit, ...more };
    const query = "?retailer=choice&intent=choose_retailer";
    const preview = await editor.send(`${LINKS}/new/preview${query}`, sent);
    const page = await editor.send(`${LINKS}/new/preview/page${query}`, sent);
    return { preview: preview.text.replace(/<[^>]*>/g, ""), html: preview.text, page: page.text };
  };
  const inCanada = { "seen-country": "CA", "seen-device": "iPhone", "seen-language": "de" };
  const abroad = await seen({}, { "offers[0].countries": "Österreich, Canadia" });
  expect(abroad.html).not.toContain("Canadia</option>");
  expect((await seen({}, { "offers[0].countries": "Österreich" })).html).toContain(
    '<option value="AT">Austria</option>',
  );
  const first = await seen(inCanada);
  expect(first.preview).toMatch(/walmart\.com This visit opens it\..*target\.com An earlier row fits\./s);
  const second = await seen({ ...inCanada, "seen-device": "Android phone" });
  expect(second.preview).toMatch(/walmart\.com Not for this device\..*target\.com This visit opens it\./s);
  const none = await seen({ "seen-country": "GB", "seen-language": "en" });
  expect(none.preview).toMatch(/Not for this country\..*Not for this language\..*Only for its source\./s);
  expect(none.html).toContain('href="https://own.example/elsewhere"');
  expect(none.preview).toContain("Everybody elseown.example");
  const unknown = await seen({ "seen-device": "iPhone" }, { fallbackUrl: "" });
  expect(unknown.preview).toContain("so the page with all of these opens");
  expect(unknown.preview).toMatch(
    /walmart\.com The country of the visit is unknown\..*target\.com Not for this language/s,
  );
  expect(unknown.preview).toContain("Everybody elsea page with all of these");
  // Nothing is said about a visit that nobody described.
  expect((await seen({ "seen-language": "" })).preview).not.toMatch(/unknown|This visit|fits/);
  const split = await seen(inCanada, {
    "page.pick": "split",
    ...{ "offers[0].share": "60", "offers[1].share": "20", "offers[2].share": "" },
  });
  expect(split.preview).toMatch(/60 %: iPhones in Canada.*75 % of such visits open it\..*25 % of such/s);
  // On the page, the shopper chooses among the shops that fit.
  const shopper = await seen(inCanada, { "page.pick": "" });
  expect(shopper.page).toContain("walmart.com");
  const elsewhere = await seen({ ...inCanada, "seen-country": "GB" }, { "page.pick": "" });
  expect(elsewhere.page).not.toContain("walmart.com");

  // Without script, the button tries the visit too, and the menus stay as they were.
  const pressed = await editor.send(CHOICE, { ...fields, ...inCanada, step: "preview" });
  expect(pressed.text).toContain("This visit opens it.");
  expect(htmlForm(pressed.text).value("seen-device")).toBe("iPhone");

  const wrong = await editor.send(CHOICE, {
    ...fields,
    "offers[0].when.regions": "Californa",
    "offers[1].when.qrCodes": "shelf-1, no such code",
  });
  expect(wrong.status).toBe(400);
  expect(htmlForm(wrong.text).problem("offers[0].when.regions")).toBe(
    "“Californa” is not a region that we know. Did you mean California?",
  );
  expect(htmlForm(wrong.text).value("offers[0].when.regions")).toBe("Californa");
  const codes = await editor.send(CHOICE, { ...fields, "offers[1].when.qrCodes": "shelf-1, no such code" });
  expect(htmlForm(codes.text).problem("offers[1].when.qrCodes")).toContain("Value 2 must");
  const incomplete = await seen({}, { "offers[0].countries": "Canadia, US", "offers[2].customUrl": "" });
  expect(incomplete.preview).toContain("“Canadia” is not a country that we know. Did you mean Canada?");
  const soon = await editor.send(CHOICE, { ...fields, "offers[2].when.from": "soon" });
  expect(htmlForm(soon.text).problem("offers[2].when.from")).toContain("date and a time");

  const { status, location } = await editor.send(CHOICE, fields);
  expect(status).toBe(303);
  const path = location?.replace(/\?.*/, "") ?? "";
  const { links } = dependenciesOf(dashboard.service.env);
  const stored = async () => {
    const link = await links.find(path.slice(path.lastIndexOf("/") + 1));
    return link && definitionOf(link);
  };
  expect(await stored()).toMatchObject({
    forwardQuery: true,
    fallbackUrl: "https://own.example/elsewhere",
    page: { pick: "first" },
    offers: [
      { countries: ["CA"], when: { devices: ["phone", "ios"] } },
      { when: { languages: ["de", "fr"], until: "2998-12-24T09:00:00.000Z" } },
      { when: { sources: ["newsletter"] } },
    ],
  });
  const shown = await editor.open(`${path}?tab=details`);
  expect(shown.text).toContain("iPhones in Canada");
  expect(shown.text).toContain("Each visit opens the first place that fits.");
  expect(shown.text).not.toContain("Choice of shops");

  // A change of another field keeps every rule; removing a condition removes only that.
  const edit = fieldsIn((await editor.open(`${path}/edit`)).text);
  const changes = { ...edit, "offers[2].when.sources": "" };
  expect((await editor.send(`${path}/edit`, changes)).status).toBe(303);
  const after = await stored();
  expect(after?.offers?.map(({ when }) => when)).toEqual([
    { devices: ["phone", "ios"] },
    { languages: ["de", "fr"], until: "2998-12-24T09:00:00.000Z" },
    undefined,
  ]);
  expect((await editor.open(`${path}?tab=details`)).text).toContain("Everybody else");
  const changed = await editor.open(`${path}?tab=history`);
  expect(changed.text).toContain("Shop custom:</span> <del><bdi>Web page (Visits from newsletter)");
});

test("the Amazon tag is a field of links to Amazon and of choices with Amazon, and its own where it is shown", async () => {
  const has = (fields: Fields): boolean => Object.hasOwn(fields, "affiliate.tag");
  const opened = async (query: string): Promise<Fields> =>
    fieldsIn((await editor.open(`${LINKS}/new?${query}`)).text);
  const paste = (...urls: string[]) => `paste=${encodeURIComponent(urls.join("\n"))}`;
  const amazon = "https://www.amazon.com/dp/B000000001";
  expect(has(await opened("retailer=marketplace&intent=product_detail"))).toBe(true);
  expect(has(await opened("retailer=bigbox_w&intent=product_detail"))).toBe(false);
  expect(has(await opened(paste(PASTED)))).toBe(false);
  const shops = await opened(paste(amazon, "https://www.walmart.com/ip/10450114"));
  expect(has(shops)).toBe(true);
  const filled = { ...shops, name: "Box", projectId: "main", "affiliate.tag": "box-20" };
  const preview = await editor.send(CHOICE, { ...filled, step: "preview" });
  expect(preview.text).toContain("Commission: this link&#39;s own tag, box-20");
  // Without Amazon, a tag that was typed stays in sight, with what is wrong.
  const alone = fieldsIn(
    (await editor.send(CHOICE, { ...filled, "offer-paste": "https://own.example/", step: "offer:add" })).text,
  );
  const without = fieldsIn((await editor.send(CHOICE, { ...alone, step: "remove:offers[0]" })).text);
  expect([retailersIn(without), without["affiliate.tag"]]).toEqual([["bigbox_w", "custom"], "box-20"]);
  const refused = await editor.send(CHOICE, without);
  expect(refused.text).toContain("Only links with Amazon among their shops have one.");
  const made = await editor.send(CHOICE, filled);
  const id = /lnk_\w+/.exec(made.location ?? "")?.[0] ?? "";
  const { text } = await editor.open(`${LINKS}/${id}?tab=details`);
  expect(text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ")).toContain("Amazon tag box-20");
});
