import type { Role } from "../../src/features/access/actor.ts";
import { addMember, removeMember } from "../../src/features/access/manage-members.ts";
import { makeAddress, makeMemberAddress } from "../../src/features/sign-in/one-time-address.ts";
import { type PageResponse, type Visitor, visitor } from "../dashboard/dashboard.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { type Service, type ServiceOptions, startService } from "../service.ts";

/** A service that signs people in itself, and what its operator does. */
export interface OwnSignIn {
  service: Service;
  add(organization: string, email: string, role?: Role): Promise<string>;
  remove(id: string): Promise<void>;
  /** The path of a new one-time address: of the operator, or of the organization's owner. */
  address(email: string): Promise<string>;
  ownersAddress(organization: string, id: string): Promise<string>;
  /** Somebody without a session, or with the cookie of a response. */
  as(cookie?: string): Visitor;
  /** Signs somebody in by an address of the operator, and gives the cookie. */
  signIn(email: string): Promise<string>;
}

/** The cookie that a response sets, as a browser sends it; empty without one. */
export const cookieOf = ({ headers }: PageResponse): string =>
  (headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";

export async function startOwnSignIn(options: ServiceOptions = {}): Promise<OwnSignIn> {
  const service = await startService({ ...options, config: { access: undefined, ...options.config } });
  const dependencies = dependenciesOf(service.env);
  const as = (cookie = ""): Visitor => visitor(service.url.origin, cookie === "" ? {} : { Cookie: cookie });
  const address = async (email: string) =>
    `/dashboard/sign-in/${(await makeAddress(OPERATOR, { email }, dependencies)).token}`;
  return {
    service,
    as,
    address,
    async add(organization, email, role = "owner") {
      return (await addMember(OPERATOR, { organization, email, role }, dependencies)).member.id;
    },
    async remove(id) {
      await removeMember(OPERATOR, { id }, dependencies);
    },
    async ownersAddress(organizationId, id) {
      const owner = {
        type: "member",
        id: "mem_owner",
        organizationId,
        role: "owner",
        projects: "all",
      } as const;
      const made = await makeMemberAddress(owner, { id, delivery: "shown" }, dependencies);
      return `/dashboard/sign-in/${made.token}`;
    },
    async signIn(email) {
      return cookieOf(await as().send(await address(email), {}));
    },
  };
}
