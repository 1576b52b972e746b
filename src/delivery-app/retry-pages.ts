/** Makes a page due at ?1, with all of its attempts again. */
const ANEW = `state = CASE WHEN page_url IS NULL THEN 'pending' ELSE state END, attempts = 0, next_attempt_at = ?1,
  refused_by = NULL`;

/**
 * SQL that makes every page due at ?1 that waits because the delivery app refused our key or the base URL was wrong,
 * unless that happened with the configuration of the fingerprint ?2.
 */
export const RETRY_REFUSED = `UPDATE delivery_app_pages SET ${ANEW}
  WHERE refused_by IS NOT NULL AND refused_by <> ?2`;

/** SQL that makes every page due at ?1 that failed for any reason and is not leased. */
export const RETRY_FAILED = `UPDATE delivery_app_pages SET ${ANEW}
  WHERE last_error IS NOT NULL AND (leased_until IS NULL OR leased_until <= ?1) RETURNING link_id`;
