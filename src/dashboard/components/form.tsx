import type { Child } from "hono/jsx";
import { IDEMPOTENCY_FIELD } from "../layout/forms.ts";
import { Notice } from "./notice.tsx";

/**
 * A form that writes. It carries a new idempotency key, so that sending it twice, as a double click or a reload does,
 * writes once. `problem` is what is wrong with the form as a whole. With `unchecked`, the browser sends whatever was typed,
 * as a form with several buttons needs.
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
    {problem && (
      <Notice kind="problem" focus>
        {problem}
      </Notice>
    )}
    <input type="hidden" name={IDEMPOTENCY_FIELD} value={crypto.randomUUID()} />
    {children}
  </form>
);
