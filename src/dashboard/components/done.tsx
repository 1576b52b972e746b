import { Notice } from "./notice.tsx";

/**
 * The message after an action, which leads to `?done=` and the name of what was done. `messages` are the texts by that
 * name; any other name shows nothing.
 */
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
