-- The visits that were counted before visit_days are carried over by the job "keep visits", in steps, while visits are
-- counted. docs/storage.md says how; a later release drops these tables and the ones that visits are carried from.
CREATE TABLE visit_carry_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  phase TEXT NOT NULL CHECK (phase IN ('counts', 'totals', 'lists', 'ranks', 'done')),
  since TEXT NOT NULL,                                 -- the first day that is carried from visit_counts, and not from visit_totals
  begun TEXT NOT NULL,                                 -- the day of this migration
  place TEXT NOT NULL                                  -- JSON: what was carried last; empty: nothing of the phase
) STRICT;

INSERT INTO visit_carry_state (id, phase, since, begun, place)
SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM visit_counts) OR EXISTS (SELECT 1 FROM visit_totals) THEN 'counts' ELSE 'done' END,
  date('now', '-89 days'), date('now'), '[]';

-- What the version before counts after this migration: while it is still running, and if it is rolled back to.
CREATE TABLE visit_late_counts (
  link_id TEXT NOT NULL,
  hour TEXT NOT NULL,
  qr_identifier TEXT NOT NULL,
  country TEXT NOT NULL,
  device TEXT NOT NULL,
  visitor TEXT NOT NULL,
  visits INTEGER NOT NULL,
  carried INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (link_id, hour, qr_identifier, country, device, visitor)
) STRICT, WITHOUT ROWID;

CREATE INDEX visit_late_counts_to_carry ON visit_late_counts (link_id) WHERE visits > carried;

CREATE TRIGGER visit_counts_note_insert AFTER INSERT ON visit_counts
BEGIN
  INSERT INTO visit_late_counts (link_id, hour, qr_identifier, country, device, visitor, visits)
  VALUES (new.link_id, new.hour, new.qr_identifier, new.country, new.device, new.visitor, new.visits)
  ON CONFLICT (link_id, hour, qr_identifier, country, device, visitor) DO UPDATE SET visits = visits + excluded.visits;
END;

CREATE TRIGGER visit_counts_note_update AFTER UPDATE OF visits ON visit_counts WHEN new.visits > old.visits
BEGIN
  INSERT INTO visit_late_counts (link_id, hour, qr_identifier, country, device, visitor, visits)
  VALUES (new.link_id, new.hour, new.qr_identifier, new.country, new.device, new.visitor, new.visits - old.visits)
  ON CONFLICT (link_id, hour, qr_identifier, country, device, visitor) DO UPDATE SET visits = visits + excluded.visits;
END;
