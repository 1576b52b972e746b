import type { Webhook } from "../../webhooks/webhook.ts";
import type { Place } from "../layout/context.ts";

/** The webhooks that the service switched off; nothing if there are none of them. */
export const DisabledWebhooks = ({ place, webhooks }: { place: Place; webhooks: readonly Webhook[] }) =>
  webhooks.length === 0 ? null : (
    <section class="panel amber">
      <h2>Webhooks need attention</h2>
      <ul class="news">
        {webhooks.map(({ id, url, disabledBecause }) => (
          <li data-row="">
            <a href={`${place.base}/webhooks/${id}`}>{new URL(url).host}</a>{" "}
            <span class="quiet">
              {disabledBecause === "gone" ? "Its URL is gone" : "It failed for five days"}, so it was switched
              off.
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
