import type { Preview } from "../../../features/links/destination-preview.ts";
import type { PickPreview } from "../../../features/links/preview-pick.ts";
import { commissionText, misfitText } from "../labels/destination-labels.ts";
import { type PickName, restOf } from "../labels/places.ts";
import type { NamedOffer } from "./named-offers.ts";

/**
 * Who goes where: a row for each offer that redirects visits, with its destination once the form has one. A script takes the
 * notes of the form's rows from here.
 */
export const GoesWhere = ({
  offers,
  pick,
  fallbackUrl,
  preview,
  isTried = false,
}: {
  offers: readonly NamedOffer[];
  pick: PickName;
  fallbackUrl: string | undefined;
  /** Absent while the form is incomplete. */
  preview?: Preview | undefined;
  /** Whether the preview is that of a visit that somebody described. */
  isTried?: boolean;
}) => {
  const rest = restOf(pick, offers, fallbackUrl);
  const isOnlyShares = pick === "split" && offers.every(({ isForAll }) => isForAll);
  return (
    <table class={isOnlyShares ? "figures goes shares" : "figures goes"} aria-label="Who goes where">
      <tbody>
        {offers.map(({ rule, place, note = "" }, index) => {
          const { destination = null, scan, commission } = preview?.offers?.[index] ?? {};
          return (
            <tr data-note={note}>
              <th scope="row">
                <bdi>{rule || "Everybody"}</bdi>
              </th>
              <td>
                <Target text={place} url={destination} />
                {scan && (
                  <small>
                    {" "}
                    scans: <Target text="without the tag" url={scan.destination} />
                  </small>
                )}
                {commission && <small>{commissionText(commission)}</small>}
                {isTried && <Verdict picked={preview?.picked} at={index} />}
              </td>
            </tr>
          );
        })}
        {rest !== undefined && (
          <tr>
            <th scope="row">Everybody else</th>
            <td>
              <bdi>{rest}</bdi>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
};

const Target = ({ text, url }: { text: string; url: string | null }) =>
  url === null ? (
    <bdi>{text || "…"}</bdi>
  ) : (
    <a href={url} title={url} target="_blank" rel="noreferrer">
      <bdi>{text}</bdi>
    </a>
  );

/** Whether the visit of the menus gets an offer, and why not. */
export const Verdict = ({ picked, at }: { picked: PickPreview | undefined; at: number }) => {
  const { misfit, share } = picked?.offers[at] ?? { share: 0 };
  if (misfit) return <small class="quiet"> {misfitText(misfit)}</small>;
  return share > 0 ? (
    <strong> {share === 100 ? "This visit opens it." : `${share} % of such visits open it.`}</strong>
  ) : null;
};
