import { LIVE_PATH } from "./live.ts";

/**
 * Where a page says that somebody came since it was opened; empty until then, and where there are no scripts. It needs the
 * script `live`. `isFirst` is whether nobody ever scanned a code of what it is about.
 */
export const LiveLine = ({
  base,
  filter,
  isFirst,
}: {
  /** The path of the organization's screens. */
  base: string;
  filter: Readonly<Record<string, string>>;
  isFirst: boolean;
}) => (
  <p
    class="live"
    role="status"
    data-watch={`${base}${LIVE_PATH}?${new URLSearchParams(filter)}`}
    data-first={isFirst ? "" : undefined}
  />
);
