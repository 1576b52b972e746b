import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { fieldsOf } from "./form-entries.ts";
import { htmlForm } from "./html-form.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const { editor } = on;

const newPath = (key: string) => {
  const [retailer = "", intent = ""] = key.split(" ");
  return `${LINKS}/new?${new URLSearchParams({ retailer, intent })}`;
};

const countLinks = async (): Promise<number> =>
  (await on.dashboard.service.env.DB.prepare("SELECT COUNT(*) AS n FROM links").first<number>("n")) ?? -1;

describe("the preview", () => {
  test("shows the destination, the reason and warnings, and creates nothing", async () => {
    const before = await countLinks();
    const body = linkBody("marketplace product_detail", { products: [{ retailerProductId: "not-an-asin" }] });
    const { status, text } = await editor.send(
      newPath("marketplace product_detail"),
      fieldsOf(body, { step: "preview" }),
    );
    expect(status).toBe(200);
    expect(text).toContain('href="https://www.amazon.com/s?k=not-an-asin"');
    expect(text).toContain("so a search opens.");
    expect(text).toContain("Product id of product 1: This can&#39;t be a product id of the retailer.");
    expect(htmlForm(text).value("products[0].retailerProductId")).toBe("not-an-asin");

    const live = `${LINKS}/new/preview?retailer=marketplace&intent=product_detail`;
    const fragment = await editor.send(live, fieldsOf(body));
    expect(fragment.status).toBe(200);
    expect(fragment.headers.get("Cache-Control")).toBe("no-store");
    expect(fragment.text).toContain('href="https://www.amazon.com/s?k=not-an-asin"');
    expect(fragment.text).not.toContain("<form");
    const notYet = await editor.send(live, fieldsOf(body, { name: "", fallbackUrl: "x" }));
    expect([notYet.status, notYet.text]).toEqual([200, expect.stringContaining("needs: Fallback URL.")]);
    const noProject = await editor.send(live, fieldsOf(body, { projectId: "" }));
    expect(noProject.text).toContain("once a project is chosen");
    expect(await countLinks()).toBe(before);
  });

  test("a form that can't be previewed shows the same problems as one that can't be saved", async () => {
    const body = linkBody("marketplace product_detail", { products: [{ retailerProductId: "" }] });
    const { status, text } = await editor.send(
      newPath("marketplace product_detail"),
      fieldsOf(body, { step: "preview" }),
    );
    expect(status).toBe(400);
    expect(htmlForm(text).problem("products[0].retailerProductId")).toBeUndefined();
    expect(htmlForm(text).problem("products")).toBe("This is required.");
  });
});
