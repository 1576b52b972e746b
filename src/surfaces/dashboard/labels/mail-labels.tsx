import type { RecipientProblem } from "../../../extras/mail/mail.ts";
import { PAGE_LANGUAGES } from "../../../ground/core/page-languages.ts";
import { SelectField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { type FormProblems, type FormValues, oneOf } from "../layout/forms.ts";
import { CHOICE_LABELS } from "./choice-labels.ts";

/** Why a recipient gets no mail, and whether that can change. */
export const RECIPIENT_PROBLEMS: Readonly<Record<RecipientProblem, { word: string; note: string }>> = {
  unconfirmed: {
    word: "Unconfirmed",
    note: "We asked once by mail. Nothing else is sent until they confirm.",
  },
  not_asked: {
    word: "Not asked",
    note: "The mail that asks them could not be sent. Save the schedule again to retry.",
  },
  unsubscribed: {
    word: "Unsubscribed",
    note: "Nothing is sent. Only they can undo it, by the link in an earlier mail.",
  },
  bounced: { word: "Bounced", note: "Mail can't be delivered to this address, so no more is sent." },
  not_member: { word: "No longer a member", note: "Nothing more is sent." },
};

/** That the operator has set no sender. */
export const MailIsOff = () => (
  <Notice kind="note">This service sends no mail. Its operator can set a sender.</Notice>
);

/** The language in which mail reaches those who get none yet. */
export const MAIL_LANGUAGE = oneOf(PAGE_LANGUAGES).transform((language) => language ?? "en");

export const LanguageField = ({
  values,
  problems,
  hint,
}: {
  values: FormValues;
  problems: FormProblems;
  hint: string;
}) => (
  <SelectField
    name="language"
    label="Language of the mail"
    hint={hint}
    value={values.text("language") || "en"}
    error={problems.fields.get("language")}
    options={PAGE_LANGUAGES.map((value) => ({ value, label: CHOICE_LABELS[value] ?? value }))}
  />
);
