import {
  type RouteContext,
  refreshRoutes,
  routeStores,
  wantsRoutes,
} from "./choose-shops.ts";
import type { Link } from "../links/link.ts";
import type { Stores } from "../links/ports.ts";
import type { Env } from "../env.ts";
import { openStores } from "../wiring.ts";

/** Up to six calls of D1 and KV each, of the 1,000 that all jobs of a run share on the Free plan. */
const LINKS_PER_RUN = 30;

const routeContext = ({ links, redirects, deliveryAppRoutes }: Stores, now: () => Date): RouteContext => ({
  links,
  redirects,
  routes: deliveryAppRoutes,
  now,
});

/** Looks up the stores of a link that was just committed. Never throws: the cron takes up what is left undone. */
export async function lookUpStores(link: Link, stores: Stores): Promise<void> {
  if (!wantsRoutes(link.request)) return;
  try {
    await routeStores(
      link.id,
      routeContext(stores, () => new Date()),
    );
  } catch (error) {
    console.error(JSON.stringify({ job: "look up stores", linkId: link.id, cause: String(error) }));
  }
}

/** Cron: keeps what the redirects know of their stores in step with discovery. */
export async function keepRoutes(env: Env, due: Date): Promise<void> {
  const stores = openStores(env, () => {});
  await refreshRoutes(
    routeContext(stores, () => due),
    LINKS_PER_RUN,
  );
}
