import type { Child } from "hono/jsx";

/** A message after an action, or about the state of something. Screen readers hear it at once. */
export const Notice = ({
  kind,
  focus = false,
  children,
}: {
  kind: "done" | "note" | "warn" | "problem";
  /** Whether the focus moves here when the page opens. */
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
