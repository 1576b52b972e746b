-- Daily visitors: sketches of the days, and who makes the keys of their hashes. The visitors of visits that were counted before are
-- not known: their rows have none, and their sheets say so.
ALTER TABLE visit_days ADD COLUMN visitors TEXT NOT NULL DEFAULT '{}';

ALTER TABLE visit_months ADD COLUMN visitors TEXT NOT NULL DEFAULT '{}';

ALTER TABLE visit_sheets ADD COLUMN visitors TEXT NOT NULL DEFAULT '?';

CREATE TABLE visitor_keys (
  day TEXT PRIMARY KEY CHECK (length(day) = 10),
  claimed_at TEXT NOT NULL,
  is_made INTEGER NOT NULL CHECK (is_made IN (0, 1))
) STRICT, WITHOUT ROWID;
