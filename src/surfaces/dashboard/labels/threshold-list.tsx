import { mayManageWebhooks } from "../../../features/access/permissions.ts";
import { listThresholds, type OwnerInput } from "../../../features/visits/manage-thresholds.ts";
import { MAX_THRESHOLDS, type Threshold } from "../../../features/visits/threshold-store.ts";
import { count } from "../charts/numbers.ts";
import { LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import type { DashboardContext, Place } from "../layout/context.ts";

/** The thresholds of a link or project; null for members who may not see them. */
export async function thresholdsOf(c: DashboardContext, owner: OwnerInput): Promise<Threshold[] | null> {
  const { place, dependencies } = c.var;
  if (!mayManageWebhooks(place.actor)) return null;
  const page = await listThresholds(place.actor, { ...owner, limit: MAX_THRESHOLDS }, dependencies);
  return page.thresholds;
}

/** A threshold as people say it. */
export const thresholdName = ({ counts, at }: Pick<Threshold, "counts" | "at">): string =>
  `${count(at)} ${counts === "all" ? "visits" : counts}`;

/** How far a threshold is. */
export const ThresholdState = ({ total, reachedAt }: Threshold) =>
  reachedAt === null ? (
    <span class="quiet">{count(total)} so far</span>
  ) : (
    <>
      reached <Time at={reachedAt} />
    </>
  );

/** The thresholds on the page of their link or project. */
export const ThresholdSection = ({
  place,
  path,
  thresholds,
}: {
  place: Place;
  /** The path of the link or project. */
  path: string;
  thresholds: readonly Threshold[] | null;
}) =>
  thresholds && (
    <section class="section" id="thresholds">
      <h2>Thresholds</h2>
      {thresholds.length === 0 ? (
        <p class="quiet">Get an event once a number of visits is reached.</p>
      ) : (
        <ul>
          {thresholds.map((threshold) => (
            <li>
              {thresholdName(threshold)}: <ThresholdState {...threshold} />
            </li>
          ))}
        </ul>
      )}
      <LinkButton href={`${place.base}/thresholds${path}`} command="Thresholds">
        {thresholds.length === 0 ? "Add a threshold" : "Change thresholds"}
      </LinkButton>
    </section>
  );
