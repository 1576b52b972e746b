-- Months that are over, in a form that takes less room. Null: not packed yet. What is added to such a month later is in
-- counts, and both are read.
ALTER TABLE visit_months ADD COLUMN packed TEXT;       -- JSON as counts, with series in place of cells

-- The row of visit_months that was packed last, by the job "keep visits". They are packed in the order of their key, from
-- the second day after this migration on: until then the version before, which reads counts alone, can be rolled back to.
CREATE TABLE visit_pack_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  begins TEXT NOT NULL,                                -- the first day on which months are packed
  month TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL
) STRICT;

INSERT INTO visit_pack_state (id, begins, month, organization_id, project_id, link_id)
VALUES (1, date('now', '+2 days'), '', '', '', '');
