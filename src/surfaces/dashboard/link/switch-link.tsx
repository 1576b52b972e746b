import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE, type ChangedLink, changeLink } from "../../../features/links/change-link.ts";
import { getLink } from "../../../features/links/get-link.ts";
import type { Link } from "../../../features/links/link.ts";
import { AskPage } from "../components/ask-page.tsx";
import { SwitchingOff } from "../labels/switching-off.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { type FormValues, idempotentForm } from "../layout/forms.ts";
import { linkIdIn, linkPathIn } from "../layout/link-address.ts";
import { linkPage } from "./link-page.tsx";

/** Switches a link off, after confirmation. */
export const switchOff: FormScreen<Link> = {
  async load(c) {
    const { place, dependencies } = c.var;
    requireScope(place.actor, CHANGE_LINK_SCOPE);
    return (await getLink(place.actor, linkIdIn(c), dependencies)).link;
  },
  page: (c, link, _, problems) => <SwitchOffLinkPage place={c.var.place} link={link} problems={problems} />,
  save: (c, values) => switchLink(c, values, "inactive"),
};

/** Switches a link on. If it fails, the page of the link is shown again. */
export const switchOn: FormScreen<void> = {
  load() {},
  page: (c, _, __, problems) => linkPage(c, problems),
  save: (c, values) => switchLink(c, values, "active"),
};

async function switchLink(
  c: DashboardContext,
  values: FormValues,
  status: "active" | "inactive",
): Promise<Response> {
  const { place, dependencies, origins } = c.var;
  const idempotency = await idempotentForm(c, values, ({ link }: ChangedLink) => String(link.revision));
  const input = { linkId: linkIdIn(c), patch: { status }, expected: null, idempotency };
  await changeLink(place.actor, input, { ...dependencies, origins });
  return seeOther(`${linkPathIn(c)}?done=${status === "active" ? "switched-on" : "switched-off"}`);
}

/** Asks for confirmation before a link is switched off. */
const SwitchOffLinkPage = ({
  place,
  link,
  problems,
}: {
  place: Place;
  link: Link;
  problems: FormProblems;
}) => {
  const path = `${place.base}/links/${link.id}`;
  return (
    <AskPage
      place={place}
      here="Links"
      title="Switch off this link?"
      action={`${path}/switch-off`}
      problem={problems.form}
      button="Switch it off"
      back={{ href: path, label: "Keep it on" }}
    >
      <p>
        <strong>
          <bdi>{link.name}</bdi>
        </strong>
      </p>
      <SwitchingOff several={false} />
    </AskPage>
  );
};
