-- Visits, summed up by the hour (UTC). No foreign key: a visit must never be refused.
CREATE TABLE visit_counts (
  link_id TEXT NOT NULL,
  hour TEXT NOT NULL CHECK (length(hour) = 13),        -- 2026-11-21T04
  qr_identifier TEXT NOT NULL,                         -- '': no QR code, or none that the link has
  country TEXT NOT NULL CHECK (length(country) = 2),   -- XX: not known
  device TEXT NOT NULL CHECK (device IN ('phone', 'tablet', 'desktop', 'other')),
  visitor TEXT NOT NULL CHECK (visitor IN ('person', 'robot', 'preview')),
  visits INTEGER NOT NULL CHECK (visits > 0),
  PRIMARY KEY (link_id, hour, qr_identifier, country, device, visitor)
) STRICT, WITHOUT ROWID;

-- Messages that visit_counts holds already, so that each is counted once. Ids begin with their time.
CREATE TABLE visit_messages (
  id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Links that changed of late: a cron publishes them once more, in case their first publication was cut short.
CREATE TABLE link_changes (
  short_id TEXT PRIMARY KEY,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER links_note_change AFTER UPDATE OF status, destination, public_name ON links
BEGIN
  INSERT INTO link_changes (short_id, changed_at) VALUES (new.short_id, new.updated_at)
  ON CONFLICT (short_id) DO UPDATE SET changed_at = excluded.changed_at;
END;
