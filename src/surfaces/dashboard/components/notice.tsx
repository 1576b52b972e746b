import type { Child } from "hono/jsx";
import type { DashboardContext } from "../layout/context.ts";
import { oneText, queryReader } from "../layout/forms.ts";

/** A message after an action or about a state, with its button beside it. Screen readers announce it. */
export const Notice = ({
  kind,
  focus = false,
  action,
  children,
}: {
  kind: "done" | "note" | "warn" | "problem";
  focus?: boolean;
  /** Such as Undo. */
  action?: Child;
  children: Child;
}) => (
  <div
    class={`notice ${kind}`}
    role={kind === "problem" ? "alert" : "status"}
    tabindex={focus ? -1 : undefined}
    autofocus={focus}
  >
    {action ? (
      <div class="notice-line">
        <div>{children}</div>
        {action}
      </div>
    ) : (
      children
    )}
  </div>
);

/** What is wrong with what was sent; nothing if nothing is. */
export const ProblemNotice = ({ text }: { text: string | undefined }) =>
  text ? (
    <Notice kind="problem" focus>
      {text}
    </Notice>
  ) : null;

const doneQuery = queryReader({ done: oneText });

/** The message after an action, by the name in `?done=`. An unknown name shows nothing. */
export const Done = ({
  c,
  messages,
}: {
  c: DashboardContext;
  messages: Readonly<Record<string, string>>;
}) => {
  const { done } = doneQuery(c);
  return Object.hasOwn(messages, done) ? (
    <Notice kind="done" focus>
      {messages[done]}
    </Notice>
  ) : null;
};
