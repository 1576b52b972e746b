import { describe, expect, test } from "vitest";
import { archiveProject } from "../../src/features/access/manage-projects.ts";
import { definitionOf } from "../../src/features/links/link.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { VARIANTS, variantKey } from "../../src/features/retailers/variants.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useDashboard } from "./dashboard.ts";
import { fieldsOf } from "./form-entries.ts";
import { htmlForm } from "./html-form.ts";
import { richBody } from "./link-bodies.ts";

const LINKS = "/dashboard/o/acme/links";
const newPath = (key: string) => {
  const [retailer = "", intent = ""] = key.split(" ");
  return `${LINKS}/new?${new URLSearchParams({ retailer, intent })}`;
};

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "editor@acme.example", "editor");
await dashboard.service.issueKey({ organization: "acme", createProjects: ["main", "old"] });
const owner = {
  type: "member",
  id: "mem_test",
  organizationId: "acme",
  role: "owner",
  projects: "all",
} as const;
await archiveProject(owner, { projectId: "old", idempotency: null }, dependenciesOf(dashboard.service.env));
const editor = await dashboard.as("editor@acme.example");

async function storedDefinition(linkId: string): Promise<unknown> {
  const link = await dependenciesOf(dashboard.service.env).links.find(linkId);
  return link && JSON.parse(JSON.stringify(definitionOf(link)));
}

const createdId = (location: string | null): string =>
  /^\/dashboard\/o\/acme\/links\/(lnk_\w+)\?done=created$/.exec(location ?? "")?.[1] ?? `none: ${location}`;

const countLinks = async (): Promise<number> =>
  (await dashboard.service.env.DB.prepare("SELECT COUNT(*) AS n FROM links").first<number>("n")) ?? -1;

describe("creating a link", () => {
  test("starts with a field to paste into and a link for each useful retailer and intent", async () => {
    const { status, text } = await editor.open(`${LINKS}/new`);
    expect(status).toBe(200);
    for (const variant of VARIANTS) {
      const { retailer, intent } = variant;
      const href = `href="${LINKS}/new?retailer=${retailer}&amp;intent=${intent}"`;
      // Target has no carts.
      expect([href, text.includes(href)]).toEqual([href, variantKey(variant) !== "bigbox_t add_to_cart"]);
    }
    const { status: refused } = await editor.open(`${LINKS}/new?retailer=grocer_a&intent=add_to_cart`);
    expect(refused).toBe(422);
  });

  test("pasted text fills in the form of its retailer, or asks which shop the ids are from", async () => {
    const paste = async (text: string, more = "") =>
      (await editor.open(`${LINKS}/new?paste=${encodeURIComponent(text)}${more}`)).text;
    const cart = await paste("https://www.walmart.com/sc/cart/addToCart?items=10450114_2,44391605");
    const form = htmlForm(cart);
    expect(cart).toContain(`action="${LINKS}/new?retailer=bigbox_w&amp;intent=add_to_cart"`);
    expect(form.value("products[0].quantity")).toBe("2");
    expect(form.value("products[1].retailerProductId")).toBe("44391605");
    expect(form.focus).toBe("name");
    expect(htmlForm(await paste("https://brand.example/welcome")).value("customUrl")).toBe(
      "https://brand.example/welcome",
    );

    const named = htmlForm(await paste("https://www.walmart.com/ip/Great-Value-Pancake-Mix/10450114"));
    expect([named.value("name"), named.focus]).toEqual(["Great Value Pancake Mix", "name"]);

    const ids = await paste("10450114*3");
    expect(ids).toContain("Whose product ids are these?");
    expect(ids).toContain("retailer=bigbox_w&amp;intent=add_to_cart&amp;paste=10450114*3");
    const chosen = htmlForm(await paste("10450114*3", "&retailer=bigbox_w&intent=add_to_cart"));
    expect(chosen.value("products[0].quantity")).toBe("3");

    for (const text of ["10450114 x3", "10450114:3", "10450114 3", "10450114,3"]) {
      const filled = htmlForm(await paste(text, "&retailer=bigbox_w&intent=add_to_cart"));
      expect([
        text,
        filled.value("products[0].quantity"),
        filled.value("products[1].retailerProductId"),
      ]).toEqual([text, "3", undefined]);
    }
    const asked = await paste("10450114, 44391605, 12", "&retailer=bigbox_w&intent=add_to_cart");
    expect(asked).toContain("Is 12 a quantity?");
    expect(asked).toContain("10450114, 44391605, 12</textarea>");
    expect(asked).toContain(`href="${LINKS}/new?paste=10450114x1+44391605x1+12x1">It is a product</a>`);

    const mailed = await paste("https://brand.example/soup-\nrecipe-of-the-\nweek");
    expect(htmlForm(mailed).value("customUrl")).toBe("https://brand.example/soup-recipe-of-the-week");
    expect(mailed).toContain("is joined: https://brand.example/soup-recipe-of-the-week</p>");
    const scanned = await paste(
      "https://nam10.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.walmart.com%2Fip%2F10450114&data=05%7Cme%40brand.example",
    );
    expect(htmlForm(scanned).value("products[0].retailerProductId")).toBe("10450114");
    expect(scanned).toContain("a link of Outlook&#39;s Safe Links, which may name its recipient");
    expect(await paste("https://url.uk.m.mimecastprotect.com/s/F6r")).toContain(
      "This is a link of Mimecast, which hides where it goes",
    );
    expect(await paste("10450114 x0")).toContain("This has the quantity 0: write 1 to 999 after a product");

    const unknown = await paste("<b>oat milk</b>");
    expect(unknown).toContain("not a URL or product ids");
    expect(unknown).toContain("&lt;b&gt;oat milk");
  });

  test.each(VARIANTS.map(variantKey))("%s: the form creates the same link as the API", async (key) => {
    for (const body of [linkBody(key), richBody(key)]) {
      const { status, location, text } = await editor.send(newPath(key), fieldsOf(body));
      expect([status, status === 303 ? "" : text]).toEqual([303, ""]);
      const definition = JSON.parse(JSON.stringify(parseDefinition(body)));
      expect(await storedDefinition(createdId(location))).toEqual(definition);
    }
  });

  test("a new form has every control, and a menu of the projects that are not archived", async () => {
    const { status, text } = await editor.open(newPath("bigbox_w add_to_cart"));
    expect(status).toBe(200);
    const form = htmlForm(text);
    expect(form.focus).toBe("name");
    expect(form.value("projectId")).toBe("main");
    expect(text).not.toContain('value="old"');
    expect(form.value("products[0].retailerProductId")).toBe("");
    expect(form.value("row:products[0]")).toBe("");
    expect(text).toContain('action="/dashboard/o/acme/links/new?retailer=bigbox_w&amp;intent=add_to_cart"');
  });

  test("screen readers find one button that saves, and Enter presses a hidden one", async () => {
    const { text } = await editor.open(newPath("bigbox_w add_to_cart"));
    const form = text.slice(text.indexOf('<form method="post"'));
    const [first = "", ...others] = form.match(/(<div [^>]*aria-hidden="true">)?<button[^>]*>/g) ?? [];
    expect(first).toMatch(/aria-hidden="true"><button .*name="step" value="save"/);
    expect(others.filter((button) => button.includes('value="save"'))).toHaveLength(1);
    expect(form.match(/Create link/g)).toHaveLength(1);
  });

  test.each([
    ["bigbox_w add_to_cart", "products", "retailerProductId"],
    ["delivery_app shopping_list", "options.delivery_app.shoppingList.lineItems", "name"],
  ])("%s: one more row, and one less, keep what was typed and save nothing", async (key, rows, field) => {
    const before = await countLinks();
    const path = newPath(key);
    const opened = Object.fromEntries(htmlForm((await editor.open(path)).text).entries);
    const typed = {
      ...opened,
      name: " Tacos ",
      [`${rows}[0].${field}`]: "1",
      "tracking.utm.source": "<b>",
    };
    const more = await editor.send(path, { ...typed, step: `add:${rows}` });
    expect(more.status).toBe(200);
    const form = htmlForm(more.text);
    expect(form.value("name")).toBe(" Tacos ");
    expect(form.value("tracking.utm.source")).toBe("<b>");
    expect(form.focus).toBe(`${rows}[1].${field}`);
    const two = { ...Object.fromEntries(form.entries), [`${rows}[1].${field}`]: "2" };
    const less = htmlForm((await editor.send(path, { ...two, step: `remove:${rows}[0]` })).text);
    expect(less.value(`${rows}[0].${field}`)).toBe("2");
    expect(less.value(`row:${rows}[1]`)).toBeUndefined();
    expect(await countLinks()).toBe(before);
  });

  test("errors are shown at their fields, the first gets the focus, and typed values stay", async () => {
    const fields = fieldsOf(linkBody("bigbox_w add_to_cart"), {
      "row:products[1]": "",
      "products[1].retailerProductId": "",
      "products[1].quantity": "1000",
      "tracking.tags": `fine\r\n${"x".repeat(81)}`,
      metadata: "{oops",
      fallbackUrl: "example.com",
    });
    const wrongJson = await editor.send(newPath("bigbox_w add_to_cart"), fields);
    expect(wrongJson.status).toBe(400);
    expect(htmlForm(wrongJson.text).problem("metadata")).toContain("Must be JSON");
    expect(htmlForm(wrongJson.text).value("metadata")).toBe("{oops");

    const { status, text } = await editor.send(newPath("bigbox_w add_to_cart"), { ...fields, metadata: "" });
    expect(status).toBe(400);
    const form = htmlForm(text);
    expect(form.problem("products[1].retailerProductId")).toBe("This is required.");
    expect(form.problem("products[1].quantity")).toBe("Must be at most 999.");
    expect(form.problem("products[0].quantity")).toBeUndefined();
    expect(form.problem("tracking.tags")).toBe("Tag 2 must have 1 to 80 characters.");
    expect(form.problem("fallbackUrl")).toContain("http");
    expect(form.value("products[1].quantity")).toBe("1000");
    expect(form.value("fallbackUrl")).toBe("example.com");
    expect(text).toMatch(/name="products\[1\]\.quantity"[^>]*aria-invalid="true"/);
    expect(form.focus).toBe("products[1].retailerProductId");
  });

  test("a forbidden URL and an archived project are reported at their fields", async () => {
    const own = { ...linkBody("custom custom_url"), customUrl: `${dashboard.service.url.origin}/abcdefgh` };
    const loop = await editor.send(newPath("custom custom_url"), fieldsOf(own));
    expect(loop.status).toBe(422);
    expect(htmlForm(loop.text).problem("customUrl")).toBe("Must not point to this service.");
    expect(htmlForm(loop.text).focus).toBe("customUrl");

    const old = await editor.send(
      newPath("custom custom_url"),
      fieldsOf(linkBody("custom custom_url", { projectId: "old" })),
    );
    expect(old.status).toBe(403);
    expect(htmlForm(old.text).problem("projectId")).toBe("The project is archived and takes no new links.");
    expect(htmlForm(old.text).value("name")).toBe("Spring campaign");
  });

  test("the same form sent again creates no second link; with other values it says so", async () => {
    const fields = fieldsOf(linkBody("custom custom_url"), { "idempotency-key": crypto.randomUUID() });
    const first = await editor.send(newPath("custom custom_url"), fields);
    const after = await countLinks();
    const second = await editor.send(newPath("custom custom_url"), fields);
    expect([second.status, second.location]).toEqual([303, first.location]);
    const other = await editor.send(newPath("custom custom_url"), { ...fields, name: "Other" });
    expect(other.status).toBe(409);
    expect(other.text).toContain("Already sent with different values");
    expect(htmlForm(other.text).value("idempotency-key")).not.toBe(fields["idempotency-key"]);
    expect(await countLinks()).toBe(after);
  });
});
