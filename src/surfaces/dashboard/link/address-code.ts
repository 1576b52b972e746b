import { getAddressCode } from "../../../features/links/link-addresses.ts";
import type { DashboardContext } from "../layout/context.ts";
import { linkIdIn } from "../layout/link-address.ts";

/** The code of one of a link's addresses as an image. */
export async function showAddressCode(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies, origins } = c.var;
  const name = (c.req.param("name") ?? "").replace(/\.svg$/, "");
  const code = await getAddressCode(
    workspace.actor,
    { linkId: linkIdIn(c), name },
    { ...dependencies, origins },
  );
  return new Response(code, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'",
    },
  });
}
