import { changeTimeZone } from "../../access/change-organization.ts";
import { requireOrganizationManager } from "../../access/permissions.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { ZoneField } from "./zone-field.tsx";

/** Changes the time zone in which the organization's visits are counted. */
export const timeZone: FormScreen<string> = {
  fields: ["timeZone"],
  async load(c) {
    const { place, dependencies } = c.var;
    const { organizationId } = place.actor;
    requireOrganizationManager(place.actor, organizationId);
    return (await dependencies.zones.find(organizationId)).name;
  },
  page: (c, name, values, problems) => <TimeZonePage place={c.var.place} {...{ name, values, problems }} />,
  async save(c, values) {
    const { place, dependencies } = c.var;
    const { organizationId } = place.actor;
    await changeTimeZone(place.actor, { organizationId, timeZone: values.text("timeZone") }, dependencies);
    return seeOther(`${place.base}/projects?done=timeZone`);
  },
};

const TimeZonePage = ({
  place,
  name,
  values,
  problems,
}: {
  place: Place;
  name: string;
  values: FormValues;
  problems: FormProblems;
}) => {
  return (
    <Screen place={place} here="Projects" title="Time zone">
      <div class="sheet narrow">
        <p>
          Days and hours of visits are those of this time zone, from the change on. What was counted before
          stays under the days and hours that it has.
        </p>
        <Form action={`${place.base}/time-zone`} problem={problems.form}>
          <ZoneField value={values.text("timeZone") || name} error={problems.fields.get("timeZone")} />
          <Actions>
            <Button>Save</Button>
            <LinkButton href={`${place.base}/projects`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
