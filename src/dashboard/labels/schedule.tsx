import { LINK_STATES, type LinkState } from "../../core/vocabulary.ts";
import type { Zone } from "../../core/zone.ts";
import { localText } from "../../core/zone-time.ts";
import type { TimedLink } from "../../links/link-state.ts";
import { Badge } from "../components/facts.tsx";
import type { Option } from "../components/field.tsx";

/** The states of links as people say them. */
export const STATE_NAMES: Readonly<Record<LinkState, string>> = {
  scheduled: "Scheduled",
  running: "On",
  ended: "Ended",
  off: "Off",
};

/** The filter by state. */
export const STATE_FILTER: readonly Option[] = [
  { value: "", label: "Any state" },
  ...LINK_STATES.map((value) => ({ value, label: STATE_NAMES[value] })),
];

const KINDS = { scheduled: "quiet", running: "good", ended: "quiet", off: "quiet" } as const;

/** What a link is now. */
export const StateBadge = ({ state }: { state: LinkState }) => (
  <Badge kind={KINDS[state]}>{STATE_NAMES[state]}</Badge>
);

/** When a link begins and ends, in a line; nothing for a link without times. */
export const ScheduleLine = ({ link, zone, now }: { link: TimedLink; zone: Zone; now: Date }) => {
  const { activeFrom, activeUntil, endedUrl } = link.schedule ?? {};
  if (activeFrom === undefined && activeUntil === undefined) return null;
  const words = [
    activeFrom && `${new Date(activeFrom) > now ? "Begins" : "Began"} ${inZone(activeFrom, zone)}`,
    activeUntil && `${new Date(activeUntil) > now ? "ends" : "ended"} ${inZone(activeUntil, zone)}`,
  ].filter((each) => each !== undefined);
  const text = words.join(", ");
  return (
    <p class="schedule">
      {text.charAt(0).toUpperCase() + text.slice(1)} ({zone.name}). Before and after,{" "}
      {endedUrl === undefined ? (
        "visitors see a page that says so."
      ) : (
        <>
          visitors are led to <bdi>{endedUrl}</bdi>.
        </>
      )}
    </p>
  );
};

const inZone = (time: string, zone: Zone): string =>
  localText(new Date(time), zone).slice(0, "2026-12-01T09:00".length).replace("T", ", ");
