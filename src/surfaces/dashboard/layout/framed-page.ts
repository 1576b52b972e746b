import { type StyledPage, shopperHeaders } from "../../pages/document.ts";

/** A shoppers' page as a frame of the dashboard shows it: in light or dark, without working links. */
export async function framedPage(
  page: StyledPage,
  scheme: string,
  pictures: readonly (string | undefined)[],
): Promise<Response> {
  const style = inScheme(page.style, scheme);
  const headers = await shopperHeaders(style, pictures);
  const policy = headers.get("Content-Security-Policy") ?? "";
  headers.set("Content-Security-Policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  const inert = String(await page.html).replaceAll(/<a ((?:class="[^"]*" )?)href="[^"]*"/g, "<a $1");
  return new Response(
    inert.replace(page.style, () => style),
    { headers },
  );
}

/** The style in light or dark, whatever the device prefers; any other scheme leaves it to the device. */
function inScheme(style: string, scheme: string): string {
  if (scheme !== "light" && scheme !== "dark") return style;
  return style
    .replaceAll("(prefers-color-scheme:dark)", scheme === "dark" ? "all" : "not all")
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`);
}
