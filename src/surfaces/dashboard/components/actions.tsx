import type { Child } from "hono/jsx";
import { IDEMPOTENCY_FIELD } from "../layout/form-screen.ts";
import { ProblemNotice } from "./notice.tsx";

/** How prominent an action is. `danger` stops something that works. */
export type Emphasis = "primary" | "plain" | "danger";

/** A button that sends the form around it. */
export const Button = ({
  children,
  emphasis = "primary",
  name,
  value,
  command,
}: {
  children: Child;
  emphasis?: Emphasis;
  /** With `value`: what the form sends if it has several buttons. */
  name?: string;
  value?: string;
  /** Its name in the command menu. */
  command?: string;
}) => (
  <button class={`button ${emphasis}`} type="submit" name={name} value={value} data-command={command}>
    {children}
  </button>
);

/** A link that looks like a button. `command` is its name in the command menu, `shortcut` its key. */
export const LinkButton = ({
  href,
  children,
  emphasis = "plain",
  command,
  shortcut,
}: {
  href: string;
  children: Child;
  emphasis?: Emphasis;
  command?: string;
  shortcut?: string;
}) => (
  <a class={`button ${emphasis}`} href={href} data-command={command} data-key={shortcut}>
    {children}
  </a>
);

/** Actions in a row. */
export const Actions = ({ children }: { children: Child }) => <div class="actions">{children}</div>;

/** Values that a form sends besides its fields. */
export const Hidden = ({
  values,
}: {
  values: Readonly<Record<string, string | readonly string[] | undefined>>;
}) =>
  Object.entries(values).flatMap(([name, texts]) =>
    [texts ?? []].flat().map((value) => <input type="hidden" name={name} value={value} />),
  );

/**
 * A form that writes. Its idempotency key makes a double click or a reload write once. Browsers suggest
 * no former values. `problem` is a problem of the whole
 * form. With `unchecked`, the browser doesn't validate, as a form with several buttons needs.
 */
export const Form = ({
  action,
  problem,
  upload = false,
  unchecked = false,
  children,
}: {
  action: string;
  /** Whether the form has a field for a file. */
  upload?: boolean;
  problem?: string | undefined;
  unchecked?: boolean;
  children: Child;
}) => (
  <form
    method="post"
    action={action}
    class="form"
    autocomplete="off"
    novalidate={unchecked}
    enctype={upload ? "multipart/form-data" : undefined}
  >
    <ProblemNotice text={problem} />
    <input type="hidden" name={IDEMPOTENCY_FIELD} value={crypto.randomUUID()} />
    {children}
  </form>
);
