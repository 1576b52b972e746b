import type { Child } from "hono/jsx";
import { type BulkEdit, undoableUntil } from "../../../extras/bulk-edits/bulk-edit.ts";
import type { LinksChange } from "../../../features/links/links-change.ts";
import { momentText, soonText } from "../components/dates.ts";
import { labelOf } from "../labels/form-labels.ts";
import { linksOf } from "../labels/link-labels.tsx";
import { useLocale } from "../layout/locale.tsx";

/** What a bulk edit did to links, as in "2 links were changed: tag “autumn” added." */
export function doneText({ task, progress }: Pick<BulkEdit, "task" | "progress">): Child {
  const { changed, failed } = progress;
  const isOne = changed === 1;
  const links = linksOf(changed);
  if (changed === 0) {
    if (task.kind === "undo") return "No link was put back.";
    return failed > 0 ? "No link was changed." : "No link had to be changed.";
  }
  if (task.kind === "undo") return `${links} ${isOne ? "is" : "are"} as before.`;
  const were = `${links} ${isOne ? "was" : "were"} changed`;
  if (task.kind === "rows") return `${were}.`;
  const { change } = task;
  if (isStatusOnly(change))
    return `${links} ${isOne ? "is" : "are"} ${change.status === "active" ? "on" : "off"}.`;
  return (
    <>
      {were}: {withCommas(partsOf(change))}.
    </>
  );
}

/** Whether a change switches links on or off, and does nothing else. */
export const isStatusOnly = ({ status, ...others }: LinksChange): boolean =>
  status !== undefined && Object.keys(others).length === 0;

/** What a change does, part by part. */
function partsOf({ status, addTags = [], removeTags = [], utm, schedule }: LinksChange): Child[] {
  const locale = useLocale();
  const tags = (names: readonly string[], verb: string) =>
    names.length === 0
      ? []
      : [
          <>
            {names.length === 1 ? "tag" : "tags"} {withCommas(names.map(quoted))} {verb}
          </>,
        ];
  const times = (["activeFrom", "activeUntil"] as const).flatMap((name) => {
    const time = schedule?.[name];
    return time === undefined ? [] : [`${labelOf(`schedule.${name}`)} ${momentText(new Date(time), locale)}`];
  });
  const values = Object.entries(utm ?? {}).map(([name, value]) => (
    <>
      {labelOf(`tracking.utm.${name}`)} {quoted(value)}
    </>
  ));
  return [
    ...(status === undefined ? [] : [`switched ${status === "active" ? "on" : "off"}`]),
    ...tags(addTags, "added"),
    ...tags(removeTags, "removed"),
    ...(utm === null ? ["UTM values removed"] : values),
    ...(schedule === null ? ["schedule removed"] : times),
  ];
}

const quoted = (text: string): Child => (
  <>
    “<bdi>{text}</bdi>”
  </>
);

const withCommas = (parts: readonly Child[]): Child[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [", ", part]));

/** Until when a bulk edit that starts at `start` can be undone. */
export const UndoDeadline = ({ start, now }: { start: Date; now: Date }) => (
  <>You can undo this until {soonText(undoableUntil(start), now, useLocale())}.</>
);
