import type { Link } from "../../links/link.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../frame/context.ts";
import type { FormProblems } from "../frame/forms.ts";
import { Screen } from "../frame/layout.tsx";
import { SwitchingOff } from "../labels/switching-off.tsx";

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
    <Screen place={place} here="Links" title="Switch off this link?">
      <div class="sheet narrow">
        <Form action={`${path}/switch-off`} problem={problems.form}>
          <p>
            <strong>
              <bdi>{link.name}</bdi>
            </strong>
          </p>
          <SwitchingOff several={false} />
          <Actions>
            <Button emphasis="danger">Switch it off</Button>
            <LinkButton href={path}>Keep it on</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
