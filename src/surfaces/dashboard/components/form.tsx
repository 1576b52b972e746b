import type { Child } from "hono/jsx";
import { IDEMPOTENCY_FIELD } from "../layout/form-screen.ts";
import { ProblemNotice } from "./notice.tsx";

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
 * A form that writes. Its idempotency key makes a double click or a reload write once. `problem` is a problem of the whole
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
    novalidate={unchecked}
    enctype={upload ? "multipart/form-data" : undefined}
  >
    <ProblemNotice text={problem} />
    <input type="hidden" name={IDEMPOTENCY_FIELD} value={crypto.randomUUID()} />
    {children}
  </form>
);
