-- How many of a counter's visits visit_totals holds. Whatever writes without this column leaves the rest to the job
-- "roll up visits": the version before this one, and every counter from before this migration.
ALTER TABLE visit_counts ADD COLUMN totalled INTEGER NOT NULL DEFAULT 0 CHECK (totalled BETWEEN 0 AND visits);

CREATE INDEX visit_counts_not_totalled ON visit_counts (link_id) WHERE visits > totalled;

-- What visits are asked by, summed up as they are stored: a question reads rows by what it asks for and not by how
-- many counters there are. For each link, and for its project as a whole except by QR code.
CREATE TABLE visit_totals (
  dimension TEXT NOT NULL CHECK (dimension IN ('hour', 'device', 'country', 'qrCode')),
  period TEXT NOT NULL,                                -- UTC: 2026-11-21T04 for the dimension 'hour', else 2026-11-21
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,                               -- '': the project as a whole
  value TEXT NOT NULL,                                 -- device, country or QR code's identifier; '' for 'hour'
  retailer TEXT NOT NULL,                              -- of the link when the visit was stored; only for 'device', else ''
  scans INTEGER NOT NULL,                              -- people who came by a QR code of the link
  clicks INTEGER NOT NULL,                             -- people who came otherwise
  robots INTEGER NOT NULL,
  previews INTEGER NOT NULL,
  PRIMARY KEY (dimension, period, organization_id, project_id, link_id, value, retailer)
) STRICT, WITHOUT ROWID;
