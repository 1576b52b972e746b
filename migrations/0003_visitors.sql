-- Daily visitors: sketches of the days, and who makes the keys of their hashes.

ALTER TABLE visit_days ADD COLUMN visitors TEXT NOT NULL DEFAULT '{}';

-- Days that can still get visits have no visitors of those that came before.
UPDATE visit_days SET visitors = json_object('?', scans + clicks) WHERE day >= date('now', '-2 days') AND scans + clicks > 0;

ALTER TABLE visit_months ADD COLUMN visitors TEXT NOT NULL DEFAULT '{}';

ALTER TABLE visit_sheets ADD COLUMN visitors TEXT NOT NULL DEFAULT '';

CREATE TABLE visitor_keys (
  day TEXT PRIMARY KEY CHECK (length(day) = 10),
  claimed_at TEXT NOT NULL,
  is_made INTEGER NOT NULL CHECK (is_made IN (0, 1))
) STRICT, WITHOUT ROWID;
