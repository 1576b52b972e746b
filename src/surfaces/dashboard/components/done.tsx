import { Notice } from "./notice.tsx";

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
