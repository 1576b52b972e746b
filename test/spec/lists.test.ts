import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { DOWN, get, post } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({
  vars: { SHORT_LINK_ORIGIN: "https://go.example" },
  config: { main: "test/faults/worker.ts" },
});
const { key } = await service.issueKey();

const HTML = { headers: { Accept: "text/html" } };
const create = async (pair: string, content?: object, changes: object = {}) => {
  const options = content && { options: { delivery_app: content } };
  return expectLink(await post(service, "/v1/links", linkBody(pair, { ...options, ...changes }), { key }));
};

const recipe = {
  title: "Soup </script><b>",
  imageUrl: "https://example.com/soup.jpg?a=1&b=2",
  author: "Ada & Co",
  servings: 4,
  cookingTimeMinutes: 90,
  instructions: ["Cut.\nStir.", "", "Serve\u2028hot."],
  landingPageConfiguration: { partnerLinkbackUrl: "https://www.example.com/soup" },
  ingredients: [
    { name: "leek & potato", quantity: 2.5, unit: "kg" },
    { name: "water", quantity: 0, displayText: "as much water as it takes" },
  ],
};

describe("GET /lists/{shortId}", () => {
  test("shows the start of a recipe that is too long for a page", async () => {
    const measurements = Array.from({ length: 50 }, (_, index) => ({ quantity: index + 1, unit: "g" }));
    const long = {
      title: "Everything",
      ingredients: [{ name: "leek", measurements }],
      instructions: ["Begin.", ...Array.from({ length: 199 }, () => "Stir. ".repeat(800))],
    };
    const { shortId } = await create("delivery_app recipe", { recipe: long });
    const { status, text } = await get(service, `/lists/${shortId}`);
    expect(status).toBe(200);
    expect(text).toContain("Begin.");
    expect(text).toContain("<bdi>1 g / 2 g / 3 g / 4 g / 5 g / 6 g / 7 g / 8 g / 9 g / 10 g</bdi>");
    expect(text.length).toBeLessThan(250_000);
  });

  test("links to all items together only if the delivery app has a page for them", async () => {
    const own = await create("delivery_app recipe", { recipe });
    expect((await get(service, `/lists/${own.shortId}`)).text).not.toContain("Shop all");
    const elsewhere = await create(
      "delivery_app recipe",
      { recipe },
      { fallbackUrl: "https://example.com/soup" },
    );
    expect((await get(service, `/lists/${elsewhere.shortId}`)).text).not.toContain("Shop all");
    const made = await create("delivery_app recipe", { recipe });
    const url = "https://www.instacart.com/store/recipes/1?a=1&b=2";
    await service.env.DB.prepare("UPDATE links SET destination = ?2 WHERE id = ?1").bind(made.id, url).run();
    expect((await get(service, `/lists/${made.shortId}`)).text).toContain(
      `href="${url.replace("&", "&amp;")}">Shop all ingredients</a>`,
    );
  });

  test("shows the recipe's title if the link has no public name", async () => {
    const { shortId } = await create("delivery_app recipe", { recipe }, { publicName: undefined });
    const { text } = await get(service, `/lists/${shortId}`);
    expect(text).toContain("Soup &lt;/script&gt;&lt;b&gt;</h1>");
  });

  test("shows a recipe publicly, under a strict content security policy", async () => {
    const { shortId } = await create("delivery_app recipe", { recipe }, { publicName: "Leek soup" });
    const { status, headers, text } = await get(service, `/lists/${shortId.toUpperCase()}`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=30",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src https: http: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(text).toContain("<title>Leek soup</title>");
    expect(text).toContain('<meta property="og:title" content="Leek soup">');
    expect(text).toContain('<meta property="og:image" content="https://example.com/soup.jpg?a=1&amp;b=2">');
    expect(text).toContain(`<meta property="og:url" content="https://go.example/${shortId}">`);
    expect(text).toContain('<h1 dir="auto">Leek soup</h1>');
    expect(text).toContain("<bdi>Ada &amp; Co</bdi>");
    expect(text).toContain("Serves 4");
    expect(text).toContain("1 h 30 min");
    expect(text).toContain("<bdi>2½ kg</bdi>");
    expect(text).toContain("as much water as it takes");
    expect(text).toContain('href="https://www.instacart.com/store/s?k=leek%20%26%20potato"');
    expect(text).toContain('href="https://www.example.com/soup"');
    expect(text).toContain("Cut.\nStir.");
    expect(text).not.toMatch(/\sstyle=|\son[a-z]+=|<b>/);
  });

  test.each([
    ["de-AT, en;q=0.5", "de", "Für 4 Personen", "2 Zutaten", ">Suchen<"],
    ["pl", "pl", "Liczba porcji: 4", "2 składniki", ">Szukaj<"],
    ["ja", "ja", "4人分", "材料2点", ">探す<"],
    ["tlh", "en", "Serves 4", "2 ingredients", ">Find<"],
  ])("is in the shopper's language: %s", async (asked, language, ...words) => {
    const { shortId } = await create("delivery_app recipe", { recipe });
    // Sequentially, because a copy cached in one language must not be served in another.
    await get(service, `/lists/${shortId}`, { headers: { "Accept-Language": "fr" } });
    const { text, headers } = await get(service, `/lists/${shortId}`, {
      headers: { "Accept-Language": asked },
    });
    expect([headers.get("Vary"), headers.get("Cache-Control")]).toEqual([
      "Accept-Language",
      "public, max-age=30",
    ]);
    expect(text).toContain(`<html lang="${language}">`);
    for (const word of words) expect(text).toContain(word);
  });

  test("contains the recipe as structured data that can't end its script element", async () => {
    const { shortId, createdAt } = await create("delivery_app recipe", { recipe });
    const { text } = await get(service, `/lists/${shortId}`);
    const [, data = ""] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(text) ?? [];
    expect(data).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(data)).toEqual({
      "@context": "https://schema.org",
      "@type": "Recipe",
      name: recipe.title,
      url: `https://go.example/${shortId}`,
      datePublished: createdAt.slice(0, 10),
      image: [recipe.imageUrl],
      author: { "@type": "Person", name: "Ada & Co" },
      recipeYield: "4",
      cookTime: "PT90M",
      recipeIngredient: ["2½ kg leek & potato", "as much water as it takes"],
      recipeInstructions: [
        { "@type": "HowToStep", text: "Cut.\nStir." },
        { "@type": "HowToStep", text: "Serve\u2028hot." },
      ],
    });
  });

  test("shows a list, with the link's tracking on every search", async () => {
    const shoppingList = {
      title: "Week",
      instructions: "a\nb",
      lineItems: [{ name: "milk", unit: "carton" }],
    };
    const tracking = { utm: { source: "poster", campaign: "week 1" } };
    const { shortId } = await create("delivery_app shopping_list", { shoppingList }, { tracking });
    const { text } = await get(service, `/lists/${shortId}`);
    expect(text).toContain("<title>Week</title>");
    expect(text).toContain("<bdi>1 carton</bdi>");
    expect(text).toContain('<p class="lines" dir="auto">a\nb</p>');
    expect(text).toContain(
      'href="https://www.instacart.com/store/s?k=milk&amp;utm_source=poster&amp;utm_campaign=week%201"',
    );
    expect(text).not.toContain("ld+json");
  });

  test("is the destination of the short link, and stays available when the delivery app has a page", async () => {
    const { shortId } = await create("delivery_app recipe");
    const { status, headers } = await get(service, `/${shortId}`);
    expect(status).toBe(302);
    expect(new URL(headers.get("Location") ?? "", "https://go.example").pathname).toBe(`/lists/${shortId}`);
  });

  test("responds to HEAD without a body", async () => {
    const { shortId } = await create("delivery_app recipe");
    const response = await service.fetch(`/lists/${shortId}`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test.each(["00000000", "short", "not%20here", "waytoolongtobeone"])("has no page for %s", async (id) => {
    const { status, headers, text } = await get(service, `/lists/${id}`, HTML);
    expect(status).toBe(404);
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain("<h1>Page not found</h1>");
  });

  test("has no page for a link of another kind", async () => {
    const { shortId } = await create("custom custom_url");
    expect((await get(service, `/lists/${shortId}`)).status).toBe(404);
  });

  test("says that a link was switched off", async () => {
    const { id, shortId } = await create("delivery_app recipe");
    await service.env.DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(id).run();
    const { status, headers, text } = await get(service, `/lists/${shortId}`, HTML);
    expect([status, headers.get("Cache-Control")]).toEqual([410, "no-store"]);
    expect((await get(service, `/lists/${shortId}`)).json.error.code).toBe("link_inactive");
    expect(text).toContain("This offer has ended");
    expect(text).not.toContain("tortillas");
  });

  test("says that the service is unavailable while the database is down", async () => {
    const { shortId } = await create("delivery_app recipe");
    const { status, headers, text } = await get(service, `/lists/${shortId}`, {
      headers: { [DOWN]: "DB", Accept: "text/html" },
    });
    expect([status, headers.get("Retry-After"), headers.get("Cache-Control")]).toEqual([
      503,
      "5",
      "no-store",
    ]);
    expect(text).toContain("<h1>Back in a moment</h1>");
  });

  test("supports no other method", async () => {
    const response = await service.fetch("/lists/00000000", { method: "POST" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });
});
