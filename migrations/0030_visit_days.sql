-- The time zone in which the visits of an organization are counted: an IANA name.
ALTER TABLE organizations ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';

-- Visits of a link on a day, as one row for each retailer that it led to, and those of its project as a whole. Kept for 90
-- days. No foreign key: a visit must never be refused.
CREATE TABLE visit_days (
  day TEXT NOT NULL CHECK (length(day) = 10),          -- 2026-11-21, in the time zone of the organization
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,                               -- '': the project as a whole
  retailer TEXT NOT NULL,                              -- of the link when the visits were stored
  scans INTEGER NOT NULL,                              -- people who came by a QR code of the link
  clicks INTEGER NOT NULL,                             -- people who came otherwise
  robots INTEGER NOT NULL,
  previews INTEGER NOT NULL,
  taps INTEGER NOT NULL,                               -- choices on the page of a link; they are no visits
  counts TEXT NOT NULL,                                -- JSON, as src/visits/day-rows.ts writes it
  PRIMARY KEY (day, organization_id, project_id, link_id, retailer)
) STRICT, WITHOUT ROWID;

-- Visits of a link, or of a project as a whole, in a month: the totals of its days by each dimension. Kept without limit.
CREATE TABLE visit_months (
  month TEXT NOT NULL CHECK (length(month) = 7),       -- 2026-11
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,                               -- '': the project as a whole
  counts TEXT NOT NULL,                                -- JSON, as src/visits/month-rows.ts writes it
  PRIMARY KEY (month, organization_id, project_id, link_id)
) STRICT;

-- Links that are in rankings, each with a number that takes less room than its id.
CREATE TABLE visit_rank_links (
  number INTEGER PRIMARY KEY,
  link_id TEXT NOT NULL UNIQUE
) STRICT;

-- Visits of links and QR codes, summed up by blocks of days, each block of a project in an order of its own. The job
-- "keep visits" fills them from visit_days.
CREATE TABLE visit_rank_lists (
  id INTEGER PRIMARY KEY,
  days INTEGER NOT NULL CHECK (days IN (1, 8, 64)),    -- the length of the block
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

CREATE TABLE visit_ranks (
  list_id INTEGER NOT NULL,
  link_number INTEGER NOT NULL,
  qr_identifier TEXT NOT NULL,                         -- '' in a list of links
  scans INTEGER NOT NULL,
  clicks INTEGER NOT NULL,
  robots INTEGER NOT NULL,
  previews INTEGER NOT NULL,
  PRIMARY KEY (list_id, link_number, qr_identifier)
) STRICT, WITHOUT ROWID;

-- Those of a list with most people.
CREATE INDEX visit_ranks_by_people ON visit_ranks (list_id, scans + clicks);

-- The row of visit_days that was ranked last. They are ranked in the order of their key; all that come before are ranked,
-- and what is added to them is added to the rankings.
CREATE TABLE visit_rank_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  first_day TEXT NOT NULL,                             -- the first day that is ranked; '': all before are
  day TEXT NOT NULL,
  organization_id TEXT NOT NULL,                       -- '~': the day is ranked
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,
  retailer TEXT NOT NULL
) STRICT;
