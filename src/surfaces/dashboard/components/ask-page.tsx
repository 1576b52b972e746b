import type { Child } from "hono/jsx";
import type { Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import type { ScreenName } from "../layout/navigation.ts";
import { Actions, Button, type Emphasis, LinkButton } from "./actions.tsx";
import { Form } from "./form.tsx";

/** A page with one form, by default one that asks for confirmation: what will happen, a button that does it, and a link back. */
export const AskPage = ({
  workspace,
  here,
  title,
  action,
  problem,
  emphasis = "danger",
  button,
  back,
  fields,
  children,
}: {
  workspace: Workspace;
  here: ScreenName;
  title: string;
  /** Where the form is sent. */
  action: string;
  problem: string | undefined;
  emphasis?: Emphasis;
  /** The label of the button. */
  button: string;
  /** The link back, "Cancel" by default. */
  back: { href: string; label?: string };
  fields?: Child;
  /** What will happen. */
  children?: Child;
}) => (
  <Screen workspace={workspace} here={here} title={title}>
    <div class="sheet narrow">
      {children}
      <Form action={action} problem={problem}>
        {fields}
        <Actions>
          <Button emphasis={emphasis}>{button}</Button>
          <LinkButton href={back.href}>{back.label ?? "Cancel"}</LinkButton>
        </Actions>
      </Form>
    </div>
  </Screen>
);
