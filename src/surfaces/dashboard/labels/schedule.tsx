import type { TimedLink } from "../../../features/links/link.ts";
import { LINK_STATES, type LinkState } from "../../../ground/core/vocabulary.ts";
import { localText, type Zone } from "../../../ground/core/zone.ts";
import { dateText } from "../components/dates.ts";
import { Badge } from "../components/facts.tsx";
import type { Option } from "../components/field.tsx";

export const STATE_NAMES: Readonly<Record<LinkState, string>> = {
  scheduled: "Scheduled",
  running: "On",
  ended: "Ended",
  off: "Off",
};

export const STATE_FILTER: readonly Option[] = [
  { value: "", label: "Any state" },
  ...LINK_STATES.map((value) => ({ value, label: STATE_NAMES[value] })),
];

const BADGES = {
  scheduled: { kind: "quiet", icon: "clock" },
  running: { kind: "good", icon: "check" },
  ended: { kind: "quiet", icon: "ended" },
  off: { kind: "quiet", icon: "off" },
} as const;

export const StateBadge = ({ state }: { state: LinkState }) => (
  <Badge {...BADGES[state]}>{STATE_NAMES[state]}</Badge>
);

/** When a link starts and ends, in a line; nothing for a link without times. */
export const ScheduleLine = ({ link, zone, now }: { link: TimedLink; zone: Zone; now: Date }) => {
  const { activeFrom, activeUntil, endedUrl } = link.schedule ?? {};
  if (activeFrom === undefined && activeUntil === undefined) return null;
  const parts = [
    activeFrom && `${new Date(activeFrom) > now ? "Starts" : "Started"} ${inZone(activeFrom, zone)}`,
    activeUntil && `${new Date(activeUntil) > now ? "ends" : "ended"} ${inZone(activeUntil, zone)}`,
  ].filter((each) => each !== undefined);
  const text = parts.join(", ");
  return (
    <p class="schedule">
      {text.charAt(0).toUpperCase() + text.slice(1)} ({zone.name}). Before and after,{" "}
      {endedUrl === undefined ? (
        "shoppers see a message."
      ) : (
        <>
          shoppers see <bdi>{endedUrl}</bdi>.
        </>
      )}
    </p>
  );
};

const inZone = (time: string, zone: Zone): string => clockText(localText(new Date(time), zone));

/** A time of a browser's input as in "13 Oct 2026, 09:00"; other texts stay as they are. */
export function clockText(local: string): string {
  const [day = "", clock = ""] = local.trim().split(/[T ]/);
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return local;
  return `${dateText(new Date(`${day}T00:00:00Z`))}, ${clock.slice(0, "09:00".length)}`;
}
