import { findMemberships } from "../../access/find-memberships.ts";
import { mayMakeOrganizations } from "../../access/permissions.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { notAMember } from "../sign-in/sign-in.tsx";
import { clientOf } from "./clients.ts";
import { HomePage } from "./home-page.tsx";

/** The organizations on one page: the numbers of each are a few queries. */
const PER_PAGE = 20;

/** The organizations of the person, with how each is going. */
export async function showHome(c: DashboardContext): Promise<Response> {
  const { email, dependencies } = c.var;
  const memberships = await findMemberships(email, dependencies);
  const mayMake = mayMakeOrganizations(email, dependencies.organizationMakers);
  if (memberships.length === 0 && !mayMake) return notAMember(email);
  const asked = Number(c.req.query("page") ?? "1");
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
  const shown = memberships.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const clients = await Promise.all(shown.map((membership) => clientOf(membership, dependencies)));
  const hasMore = memberships.length > page * PER_PAGE;
  return pageResponse(<HomePage {...{ clients, page, hasMore, mayMake }} done={c.req.query("done")} />);
}
