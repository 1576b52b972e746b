import type { Link } from "../../links/link.ts";
import { AskPage } from "../components/ask-page.tsx";
import { SwitchingOff } from "../labels/switching-off.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";

/** Asks before a link is switched off, and says what will happen. */
export const SwitchOffLinkPage = ({
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
