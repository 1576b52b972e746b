const RECIPE = {
  title: "Oat pancakes",
  ingredients: [
    { name: "rolled oats", quantity: 2, unit: "cup" },
    { name: "oat milk", quantity: 500, unit: "ml" },
    { name: "blueberries", quantity: 250, unit: "g" },
  ],
  instructions: ["Blend the oats with the milk.", "Bake each side for two minutes."],
};

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${RECIPE.title}</title>
<h1>${RECIPE.title}</h1>
<ul>${RECIPE.ingredients.map(({ name, quantity, unit }) => `<li>${quantity} ${unit} ${name}</li>`).join("")}</ul>
<form method="post" action="/shop"><button>Shop this recipe</button></form>`;

/** Creates the link of the recipe, once a day at most: a repeat gets the same link. */
async function shortLinkOf(recipe, { SERVICE, KEY }) {
  const response = await fetch(`${SERVICE}/v1/links`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Service-API-Key": KEY,
      "Idempotency-Key": "recipe-oat-pancakes-1",
    },
    body: JSON.stringify({
      projectId: "demo",
      name: recipe.title,
      publicName: recipe.title,
      retailer: "delivery_app",
      intent: "recipe",
      options: { delivery_app: { recipe } },
    }),
  });
  const { data, error } = await response.json();
  if (!response.ok) throw new Error(`${error.code}: ${error.message} (${error.correlationId})`);
  return data.shortLink;
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/shop")
      return Response.redirect(await shortLinkOf(RECIPE, env), 303);
    if (pathname !== "/") return new Response("Not found", { status: 404 });
    return new Response(PAGE, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  },
};
