import type { Child } from "hono/jsx";

/** A message after an action or about a state. Screen readers announce it. */
export const Notice = ({
  kind,
  focus = false,
  children,
}: {
  kind: "done" | "note" | "warn" | "problem";
  /** Whether it gets the focus when the page opens. */
  focus?: boolean;
  children: Child;
}) => (
  <div
    class={`notice ${kind}`}
    role={kind === "problem" ? "alert" : "status"}
    tabindex={focus ? -1 : undefined}
    autofocus={focus}
  >
    {children}
  </div>
);

/** The message after an action, by the name in `?done=`. An unknown name shows nothing. */
export const Done = ({
  done,
  messages,
}: {
  done: string | undefined;
  messages: Readonly<Record<string, string>>;
}) => {
  const text = done !== undefined && Object.hasOwn(messages, done) ? messages[done] : undefined;
  return text ? (
    <Notice kind="done" focus>
      {text}
    </Notice>
  ) : null;
};
