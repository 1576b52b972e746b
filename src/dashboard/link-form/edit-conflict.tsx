import type { FieldChange } from "../../audit/activity.ts";
import { Notice } from "../components/notice.tsx";
import { wordsOf } from "../labels/form-words.ts";

/** A change as it is told to a person. */
export interface WordedChange {
  label: string;
  from: string;
  to: string;
}

/** The most characters of a value that are shown. */
const MOST = 120;

const shown = (value: unknown): string => {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
};

/** A change in the words of the form. */
export const changeInWords = ({ field, from, to }: FieldChange): WordedChange => ({
  label: wordsOf(field).label,
  from: shown(from),
  to: shown(to),
});

/** What others changed while the form was open. */
export const MeanwhileChanged = ({ changes }: { changes: readonly WordedChange[] }) => (
  <Notice kind="problem" focus>
    <p>
      Somebody changed this link while you had it open, and nothing was saved yet. What you typed is kept; the
      other fields show the link as it is now. Save again to add your changes to theirs.
    </p>
    <ul>
      {changes.map(({ label, from, to }) => (
        <li>
          {label}: from <bdi>{from}</bdi> to <bdi>{to}</bdi>
        </li>
      ))}
    </ul>
  </Notice>
);
