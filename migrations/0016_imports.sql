-- Imports of links from CSV files, and their rows.

CREATE TABLE imports (
  id TEXT PRIMARY KEY,                                 -- made from the form's idempotency key
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  member_id TEXT NOT NULL,                             -- as whom the links are created
  fingerprint TEXT NOT NULL,                           -- of the form that added it
  file_name TEXT NOT NULL,
  project_id TEXT NOT NULL,                            -- of rows that name none; empty: there is none
  short_link_origin TEXT NOT NULL,                     -- of the links and codes
  api_origin TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'running', 'stopped')),
  stopped_because TEXT CHECK (stopped_because IN ('member_removed', 'role_changed')),
  lease_id TEXT,
  leased_until TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((state = 'stopped') = (stopped_because IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX imports_by_organization ON imports (organization_id, created_at);
CREATE INDEX imports_by_age ON imports (created_at);
CREATE INDEX imports_running ON imports (updated_at) WHERE state = 'running';

CREATE TABLE import_rows (
  import_id TEXT NOT NULL REFERENCES imports (id),
  row INTEGER NOT NULL,                                -- as a spreadsheet counts, with the header as row 1
  cells TEXT NOT NULL,                                 -- JSON: texts by the name of their column
  state TEXT NOT NULL CHECK (state IN ('bad', 'good', 'waiting', 'made', 'failed')),
  problems TEXT NOT NULL,                              -- JSON: column and message of each
  chunk TEXT,                                          -- the rows that are created with one request
  chunk_at TEXT,
  link_id TEXT,
  short_id TEXT,
  qr_identifier TEXT,                                  -- NULL: the link has no default QR code
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_rows_by_state ON import_rows (import_id, state, row);
