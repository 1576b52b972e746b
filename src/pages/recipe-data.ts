import type { HostedPage } from "../delivery-app/hosted-page.ts";

/**
 * A recipe as schema.org JSON-LD (https://schema.org/Recipe), safe inside a script element: characters that could end the
 * element or a line of script are escaped.
 */
export function recipeData(page: HostedPage, url: string): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "Recipe",
    name: page.title,
    url,
    datePublished: page.createdAt.slice(0, 10),
    ...(page.imageUrl !== undefined && { image: [page.imageUrl] }),
    ...(page.author !== undefined && { author: { "@type": "Person", name: page.author } }),
    ...(page.servings !== undefined && { recipeYield: String(page.servings) }),
    ...(page.minutes !== undefined && { cookTime: `PT${page.minutes}M` }),
    recipeIngredient: page.items.map(({ amount, name, note }) => note ?? `${amount} ${name}`.trim()),
    ...(page.instructions.length > 0 && {
      recipeInstructions: page.instructions.map((text) => ({ "@type": "HowToStep", text })),
    }),
  };
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
