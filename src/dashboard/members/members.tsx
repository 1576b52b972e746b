import { Hono } from "hono";
import { addMember } from "../../access/add-member.ts";
import { changeMemberRole } from "../../access/change-member-role.ts";
import { getMember } from "../../access/get-member.ts";
import { listMembers } from "../../access/list-members.ts";
import { requireMemberManager } from "../../access/permissions.ts";
import { removeMember } from "../../access/remove-member.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { DashboardEnv } from "../frame/context.ts";
import { formValues, NO_PROBLEMS, submit } from "../frame/forms.ts";
import { PAGE_SIZE } from "../frame/page-size.ts";
import { AddMemberPage } from "./add-member-page.tsx";
import { MemberListPage } from "./member-list-page.tsx";
import { MemberPage, RemoveMemberPage } from "./member-page.tsx";
import { roleIn } from "./roles.ts";

/** The screens of the organization's members, below /members. */
export const members = new Hono<DashboardEnv>()
  .get("/", async (c) => {
    const { place, dependencies } = c.var;
    const after = c.req.query("after") ?? null;
    const query = { organization: place.organizationId, limit: PAGE_SIZE, after };
    const page = await listMembers(place.actor, query, dependencies);
    return pageAnswer(<MemberListPage place={place} page={page} after={after} done={c.req.query("done")} />);
  })
  .get("/new", (c) => {
    requireMemberManager(c.var.place.actor);
    return pageAnswer(<AddMemberPage place={c.var.place} values={formValues()} problems={NO_PROBLEMS} />);
  })
  .post("/new", (c) => {
    const { place, dependencies } = c.var;
    return submit(
      c,
      ["email", "role"],
      async (values) => {
        const person = { email: values.text("email"), role: roleIn(values) };
        const input = { organization: place.organizationId, ...person };
        const { already } = await addMember(place.actor, input, dependencies);
        return seeOther(`${place.base}/members?done=${already ? "already" : "added"}`);
      },
      (values, problems) => <AddMemberPage place={place} values={values} problems={problems} />,
    );
  })
  .get("/:member", async (c) => {
    const { place, dependencies } = c.var;
    const member = await getMember(place.actor, { id: c.req.param("member") }, dependencies);
    return pageAnswer(<MemberPage place={place} member={member} problems={NO_PROBLEMS} />);
  })
  .post("/:member", (c) => {
    const { place, dependencies } = c.var;
    const id = c.req.param("member");
    return submit(
      c,
      ["role"],
      async (values) => {
        await changeMemberRole(place.actor, { id, role: roleIn(values) }, dependencies);
        return seeOther(`${place.base}/members?done=changed`);
      },
      async (_, problems) => {
        const member = await getMember(place.actor, { id }, dependencies);
        return <MemberPage place={place} member={member} problems={problems} />;
      },
    );
  })
  .get("/:member/remove", async (c) => {
    const { place, dependencies } = c.var;
    const member = await getMember(place.actor, { id: c.req.param("member") }, dependencies);
    return pageAnswer(<RemoveMemberPage place={place} member={member} problems={NO_PROBLEMS} />);
  })
  .post("/:member/remove", (c) => {
    const { place, dependencies } = c.var;
    const id = c.req.param("member");
    return submit(
      c,
      [],
      async () => {
        await removeMember(place.actor, { id }, dependencies);
        return seeOther(`${place.base}/members?done=removed`);
      },
      async (_, problems) => {
        const member = await getMember(place.actor, { id }, dependencies);
        return <RemoveMemberPage place={place} member={member} problems={problems} />;
      },
    );
  });
