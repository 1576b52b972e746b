import type { FieldChange } from "../../../features/writes/activity.ts";
import { Notice } from "../components/notice.tsx";
import { labelOf } from "../labels/form-labels.ts";
import { shortened } from "../labels/values.ts";

/** A change in the labels of the form. */
export interface LabeledChange {
  label: string;
  from: string;
  to: string;
}

/** The longest text of a value, in UTF-16 units. */
const MAX_TEXT = 120;

const textOf = (value: unknown): string => {
  if (value === undefined) return "nothing";
  return shortened(typeof value === "string" ? value : JSON.stringify(value), MAX_TEXT);
};

/** A change in the labels of the form. */
export const labeledChange = ({ field, from, to }: FieldChange): LabeledChange => ({
  label: labelOf(field),
  from: textOf(from),
  to: textOf(to),
});

/** What others changed while the form was open. */
export const EditConflict = ({ changes }: { changes: readonly LabeledChange[] }) => (
  <Notice kind="problem" focus>
    <p>
      Someone changed this link while you were editing it. Nothing was saved. Your changes are still in the
      form; the other fields show the current link. Save again to add your changes to theirs.
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
