import type { RecipientProblem } from "../../mail/mail.ts";

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
