import type { Page } from "playwright-core";
import { linkBody } from "../bodies.ts";
import { richBody } from "../dashboard/link-bodies.ts";
import type { LinksDashboard } from "../dashboard/links.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { type Screen, unfold } from "./every-screen.ts";

/** The form of a link: full, with long texts and with errors. `owner` becomes one of the organization that it is in. */
export async function linkFormScreens(
  { dashboard }: LinksDashboard,
  owner: string,
): Promise<Record<string, Screen>> {
  const { service } = dashboard;
  const key = await service.issueKey({ organization: "forms" });
  await dashboard.add("forms", owner, "owner");
  const create = async (body: object) => expectLink(await post(service, "/v1/links", body, key)).id;
  const fullId = await create(richBody("delivery_app recipe"));
  await create(linkBody("custom custom_url", { slug: "winter-soups" }));
  const longId = await create(
    linkBody("bigbox_w add_to_cart", {
      name: "Ein sehr langer Name ohne Ende ".repeat(5).trim(),
      publicName: "W".repeat(160),
      products: Array.from({ length: 4 }, (_, index) => ({ retailerProductId: `${index}`.repeat(128) })),
      fallbackUrl: `https://example.com/${"long".repeat(100)}`,
    }),
  );
  const links = "/dashboard/o/forms/links";
  const cart = `${links}/new?retailer=bigbox_w&intent=add_to_cart`;
  return {
    "form, start": { path: `${links}/new` },
    "form, whose ids": { path: `${links}/new?paste=10450114` },
    "form, choice": {
      path: `${links}/new?paste=${encodeURIComponent("https://www.walmart.com/ip/1 https://own.example/a")}`,
      // Each shop has its fields.
      bytes: 77_500,
      first: (page) => page.frameLocator("iframe[name=phone]").getByText("walmart.com").waitFor(),
    },
    "form, rules": {
      // The names of countries are suggested without script too.
      bytes: 80_500,
      path: `${links}/new?retailer=choice&intent=choose_retailer&pick=first`,
      first: makeRules,
    },
    "form, by chance": {
      path: `${links}/new?retailer=choice&intent=choose_retailer&pick=split`,
      bytes: 77_500,
    },
    "form, list": { path: `${links}/new?retailer=delivery_app&intent=shopping_list` },
    "form, full": {
      path: `${links}/${fullId}/edit`,
      // A recipe in which every field is filled in.
      bytes: 82_000,
      async first(page) {
        await page.locator("#preview a").waitFor();
        await unfold(page);
      },
    },
    "form, slug": { path: `${links}/new?retailer=custom&intent=custom_url`, first: takeASlug },
    // With its preview, if that loads first.
    "form, long": { path: `${links}/${longId}/edit`, bytes: 65_500 },
    "form, errors": { path: cart, first: makeMistakes, thenStatus: 400 },
  };
}

async function makeRules(page: Page): Promise<void> {
  const [first, second] = [page.locator("[data-offer='0']"), page.locator("[data-offer='1']")];
  await first.getByLabel("Country").pressSequentially("Canada,United Kingdom,");
  await first.getByRole("button", { name: "+ condition" }).click();
  await first.getByLabel("Kind of condition 2").selectOption({ label: "Device" });
  await first.getByLabel("Phones").check();
  await second.getByRole("button", { name: "+ condition" }).click();
  await second.getByLabel("Kind of condition 1").selectOption({ label: "Time until" });
  await second.getByLabel("Time until, time zone UTC").waitFor();
}

async function takeASlug(page: Page): Promise<void> {
  await page.getByText("Address and tags").click();
  await page.getByLabel("Name", { exact: true }).fill("Summer soups");
  await page.getByRole("button", { name: "Use summer-soups", exact: true }).click();
  await page.getByText("/summer-soups is free.").waitFor();
  await page.locator("#slug").fill("winter-soups");
  await page.getByText("/winter-soups is taken").waitFor();
}

async function makeMistakes(page: Page): Promise<void> {
  await page.getByText("Shop details").click();
  await page.getByLabel("Fallback URL").fill("example.com");
  await page.getByLabel("Quantity").fill("1000");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("Must be an absolute").waitFor();
}
