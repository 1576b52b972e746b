/** Has a page asked for at once, with all of its attempts, as of ?1. */
const ANEW = `state = CASE WHEN page_url IS NULL THEN 'pending' ELSE state END, attempts = 0, next_attempt_at = ?1,
  refused_by = NULL`;

/**
 * SQL that has every page asked for at once (?1) that waits because the delivery app refused our key or was asked at a
 * wrong address, other than by the configuration with the fingerprint ?2.
 */
export const RETRY_REFUSED = `UPDATE delivery_app_pages SET ${ANEW}
  WHERE refused_by IS NOT NULL AND refused_by <> ?2`;

/** SQL that has every page asked for at once (?1) that failed, whatever it failed of, and is not asked for just now. */
export const RETRY_FAILED = `UPDATE delivery_app_pages SET ${ANEW}
  WHERE last_error IS NOT NULL AND (leased_until IS NULL OR leased_until <= ?1) RETURNING link_id`;
