import { rounded } from "./scale.ts";

/** A horizontal bar behind a row of a breakdown: its scans and clicks, as shares of the highest row's people. */
export const ShareBar = ({ scans, clicks, most }: { scans: number; clicks: number; most: number }) => {
  const share = (value: number): number => (most > 0 ? rounded((value / most) * 100) : 0);
  return (
    <svg
      class="share-bar"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {scans > 0 && <rect class="bar-scans" width={share(scans)} height="4" />}
      {clicks > 0 && <rect class="bar-clicks" x={share(scans)} width={share(clicks)} height="4" />}
    </svg>
  );
};
