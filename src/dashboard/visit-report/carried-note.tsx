import type { VisitReport } from "../../visits/get-visit-report.ts";
import { Notice } from "../components/notice.tsx";

/** Says that numbers of earlier days are not complete yet, while they are carried over from the version before. */
export const CarriedNote = ({ report }: { report: VisitReport }) =>
  report.isCarried ? null : (
    <Notice kind="note">
      Visits from before the last update are still being carried over. New ones count at once; earlier days
      become complete within some hours.
    </Notice>
  );
