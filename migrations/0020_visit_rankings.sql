-- Visits of links and QR codes, summed up by blocks of days, each block of a project in an order of its own. The job
-- "roll up visits" fills them from visit_totals, the totals from before this migration first. Until it has come to a day,
-- and in the version before this one, that day is read from visit_totals.
CREATE TABLE visit_ranking_lists (
  id INTEGER PRIMARY KEY,
  days INTEGER NOT NULL CHECK (days IN (1, 8, 64)),    -- the length of the block; blocks of 1 day are kept 100 days
  first_day TEXT NOT NULL,                             -- 2026-11-21; its number since 1970 is a multiple of `days`
  kind TEXT NOT NULL CHECK (kind IN ('link', 'qrCode')),
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  scans INTEGER NOT NULL,                              -- these four are the sums of the list
  clicks INTEGER NOT NULL,
  robots INTEGER NOT NULL,
  previews INTEGER NOT NULL,
  UNIQUE (days, first_day, kind, organization_id, project_id)
) STRICT;

CREATE TABLE visit_rankings (
  list_id INTEGER NOT NULL,
  link_id TEXT NOT NULL,
  qr_identifier TEXT NOT NULL,                         -- '' in a list of links
  scans INTEGER NOT NULL,
  clicks INTEGER NOT NULL,
  robots INTEGER NOT NULL,
  previews INTEGER NOT NULL,
  PRIMARY KEY (list_id, link_id, qr_identifier)
) STRICT, WITHOUT ROWID;

-- Those of a list with most people.
CREATE INDEX visit_rankings_by_people ON visit_rankings (list_id, scans + clicks);

-- The total that was ranked last. Totals are ranked in order of day, dimension and the rest of their key; all that come
-- before are ranked, and what is added to them is added to the rankings.
CREATE TABLE visit_ranking_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  day TEXT NOT NULL,
  dimension TEXT NOT NULL,                             -- device: links; qrCode: QR codes; '~': the day is ranked
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,
  value TEXT NOT NULL,
  retailer TEXT NOT NULL
) STRICT;
