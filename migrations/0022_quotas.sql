-- What each organization uses and may use. No foreign key: counting must never refuse a write.
CREATE TABLE organization_usage (
  organization_id TEXT PRIMARY KEY,
  quotas TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(quotas)), -- where not the defaults hold; see src/quotas/quota.ts
  stored_bytes INTEGER NOT NULL DEFAULT 0,
  links_day TEXT NOT NULL DEFAULT '',                  -- the UTC day of links_made, as 2026-11-21
  links_made INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- How far organization_usage counts links; one row.
CREATE TABLE usage_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_link_rowid INTEGER NOT NULL,                    -- later links are added up where they are needed
  -- Links that are older than this table; a job counts those after the first number up to the second.
  earlier_from INTEGER NOT NULL,
  earlier_to INTEGER NOT NULL,
  earlier_before TEXT NOT NULL                         -- activities from then on were counted when they were written
) STRICT;

INSERT INTO usage_state (id, last_link_rowid, earlier_from, earlier_to, earlier_before)
  SELECT 1, coalesce(max(rowid), 0), 0, coalesce(max(rowid), 0), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM links;

-- What the creation of a link stored, in bytes; NULL: a version of the service made it that does not count.
ALTER TABLE links ADD COLUMN bytes INTEGER;

-- Whose receipt it is; NULL: its bytes were not counted.
ALTER TABLE idempotency_claims ADD COLUMN organization_id TEXT;
