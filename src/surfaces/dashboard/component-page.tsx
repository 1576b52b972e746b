import { memberActor } from "../../features/access/actor.ts";
import { Actions, Button, LinkButton } from "./components/actions.tsx";
import { Ago } from "./components/ago.tsx";
import { Chips } from "./components/chips.tsx";
import { Badge, Copyable, Facts, Time } from "./components/facts.tsx";
import { ChoiceField, FileField, SelectField, TextArea, TextField } from "./components/field.tsx";
import { Form } from "./components/form.tsx";
import { Notice } from "./components/notice.tsx";
import { Sparkline } from "./components/sparkline.tsx";
import { Empty, Paging, Table } from "./components/table.tsx";
import type { Place } from "./layout/context.ts";
import { Screen } from "./layout/layout.tsx";

const PLACE: Place = {
  organizationId: "acme",
  base: "/dashboard/components",
  email: "owner@demo.example",
  actor: memberActor({ id: "mem_example", organizationId: "acme", role: "owner", projects: "all" }),
  hasOthers: true,
  timeZone: null,
};

const OPTIONS = [
  { value: "one", label: "One", hint: "With a sentence that says what it means." },
  { value: "two", label: "Two", hint: "It can be chosen as well." },
];

/** Every component in its states, for developers. */
export const ComponentPage = () => (
  <Screen
    place={PLACE}
    here={null}
    title="Components"
    scripts={["copy"]}
    actions={
      <Actions>
        <LinkButton href="#forms" command="See the forms" shortcut="c">
          A link
        </LinkButton>
      </Actions>
    }
  >
    <section class="section">
      <h2>Messages</h2>
      <Notice kind="done">The key was revoked.</Notice>
      <Notice kind="note">Nobody was notified yet.</Notice>
      <Notice kind="warn">A product is not available.</Notice>
      <Notice kind="problem">The name is taken.</Notice>
    </section>
    <section class="section">
      <h2>Actions and states</h2>
      <Actions>
        <Button>Save</Button>
        <Button emphasis="plain">Cancel</Button>
        <Button emphasis="danger">Revoke</Button>
        <Badge kind="good">Active</Badge>
        <Badge kind="warn">Ends soon</Badge>
        <Badge kind="bad">Revoked</Badge>
        <Badge kind="quiet">Archived</Badge>
      </Actions>
    </section>
    <section class="section">
      <h2>Filters</h2>
      <Chips chips={[{ label: "Tag", value: "summer", without: "#" }]} />
      <p>
        <Ago at="2026-11-21T09:30:00.000Z" now={new Date("2026-11-24T09:30:00.000Z")} />
      </p>
    </section>
    <section class="section narrow" id="forms">
      <h2>Forms</h2>
      <Form action="#forms" problem="Fix the marked fields.">
        <TextField name="text" label="Text" hint="What it is for." value="Typed" />
        <TextField name="wrong" label="Text with a problem" value="Wrong" error="Must be longer." />
        <FileField name="file" label="File" hint="Up to 4 MiB." accept=".csv" />
        <TextArea name="lines" label="Several lines" value={"One\nTwo"} />
        <SelectField name="menu" label="Menu" value="two" options={OPTIONS} />
        <ChoiceField
          name="any"
          label="Any of them"
          type="checkbox"
          values={["one"]}
          options={OPTIONS}
          columns
        />
        <ChoiceField
          name="exactly"
          label="One of them"
          type="radio"
          values={[]}
          options={OPTIONS}
          error="Choose one."
        />
        <Button>Send</Button>
      </Form>
    </section>
    <section class="section">
      <h2>Table</h2>
      <Table
        caption="Links"
        columns={["Name", "Changed", { label: "Scans", numeric: true }]}
        rows={[
          [<a href="#one">Pancake syrup</a>, <Time at="2026-11-21T09:30:00.000Z" />, "1,204"],
          [<a href="#two">Everything for a Sunday dinner with a long name</a>, <Time at={null} />, "0"],
        ]}
      />
      <Paging first="#first" next="#next" />
    </section>
    <section class="section">
      <h2>Days at a glance</h2>
      <Sparkline days={["2026-11-19", "2026-11-20", "2026-11-21"]} values={[3, 0, 12]} />
      <Sparkline days={["2026-11-19", "2026-11-20", "2026-11-21"]} values={[3, 0, 12]} wide />
    </section>
    <section class="section">
      <h2>Nothing yet</h2>
      <Empty title="No links yet" action={<LinkButton href="#">Create a link</LinkButton>}>
        A link opens a cart, a product or a recipe.
      </Empty>
    </section>
    <section class="section">
      <h2>Facts and text to copy</h2>
      <Facts
        facts={[
          ["Created", <Time at="2026-11-21T09:30:00.000Z" />],
          ["Last used", <Time at={null} />],
        ]}
      />
      <Copyable id="command" label="A command" text="curl https://api.example.com/v1/links" />
    </section>
  </Screen>
);
