import type { WaitUntil } from "../platform/background.ts";
import { onD1 } from "../platform/d1.ts";
import type { Log } from "../platform/log.ts";
import type { RunQueue } from "../platform/queue.ts";
import { picturesBegin } from "./card-pictures.ts";
import type { LogoStore } from "./logo-store.ts";

/** Deletes a picture that a link no longer shows, if no other link shows it. */
export interface PictureMessage {
  organizationId: string;
  picture: string;
  /** When the link stopped showing it. */
  removedAt: string;
}

/** Until then, Undo can show the picture again. `npm run status` reports messages that wait for 15 minutes. */
const DELAY_SECONDS = 10 * 60;
const FILE = /\/brands\/([0-9a-f]{24}-[0-9a-f]{32}-00000000\.(?:png|jpg))$/;

/** Whether a link of an organization has a picture, anywhere; by file name, because the origin of URLs can change. */
const USED = `SELECT 1 FROM links INDEXED BY links_with_picture
  WHERE organization_id = ?1 AND instr(content, '-00000000.') > 0 AND instr(content, ?2) > 0 LIMIT 1`;

/** Deletes pictures of cards that no link shows. */
export type UnusedPictures = ReturnType<typeof unusedPictures>;

export function unusedPictures({
  db,
  logos,
  runQueue,
  now,
  waitUntil,
  log,
}: {
  db: D1Database;
  logos: Pick<LogoStore, "remove" | "putAt">;
  runQueue: RunQueue<PictureMessage>;
  now: () => Date;
  waitUntil: WaitUntil;
  log: Log;
}) {
  return {
    /** A link no longer shows the picture at this URL. If the message is lost, the picture only wastes space. */
    deleteLater(organizationId: string, url: string | undefined): void {
      const [, picture] = FILE.exec(url ?? "") ?? [];
      if (picture === undefined) return;
      const message = { organizationId, picture, removedAt: now().toISOString() };
      const sent = runQueue.send(message, DELAY_SECONDS);
      waitUntil(sent.catch((cause: unknown) => log("error", "card picture", { ...message, cause })));
    },
    /**
     * Deletes the picture, unless a link shows it, it was uploaded again since, or it belongs to another organization, whose
     * URL the link had. Throws `service_unavailable`.
     */
    async take({ organizationId, picture, removedAt }: PictureMessage): Promise<void> {
      if (!picture.startsWith(await picturesBegin(organizationId))) return;
      const uploaded = await logos.putAt(picture);
      if (!uploaded || uploaded.toISOString() > removedAt) return;
      const used = await onD1(() => db.prepare(USED).bind(organizationId, picture).first());
      if (!used) logos.remove(picture);
    },
  };
}

/** Whether `value`, received from the queue, is a valid message. */
export function isPictureMessage(value: unknown): value is PictureMessage {
  if (typeof value !== "object" || value === null) return false;
  const { organizationId, picture, removedAt } = value as Partial<Record<keyof PictureMessage, unknown>>; // read only
  return [organizationId, picture, removedAt].every((each) => typeof each === "string");
}
