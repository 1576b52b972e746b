-- Sales reports of affiliate networks, and their sums.
CREATE TABLE sales_reports (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  network TEXT NOT NULL,                               -- its name, see src/extras/sales/networks.ts; '': not known yet
  account TEXT NOT NULL,                               -- which account there, if the organization has several; '': the only one
  file_name TEXT NOT NULL,
  digest TEXT NOT NULL CHECK (length(digest) = 64),    -- SHA-256 of the file, hex
  choices TEXT NOT NULL CHECK (json_valid(choices)),   -- how the file is read: columns, dates, numbers and currency
  state TEXT NOT NULL CHECK (state IN ('draft', 'confirmed', 'undone')),
  place INTEGER,                                       -- rises with each confirmation of the organization; NULL: a draft
  first_day TEXT CHECK (length(first_day) = 10),       -- the days that it covers; NULL: a draft
  last_day TEXT CHECK (length(last_day) = 10),
  row_count INTEGER NOT NULL,
  unknown_rows INTEGER NOT NULL,                       -- those that are not of the organization's links
  bytes INTEGER NOT NULL,                              -- what counts towards the quota
  created_by TEXT NOT NULL,                            -- the id of a member
  created_at TEXT NOT NULL,
  confirmed_by TEXT,
  confirmed_at TEXT,
  undone_by TEXT,
  undone_at TEXT,
  expires_at TEXT,                                     -- when it is deleted; NULL: it stays
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'draft') = (place IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX sales_reports_by_expiry ON sales_reports (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE sales (
  organization_id TEXT NOT NULL,
  report_id TEXT NOT NULL,
  day TEXT NOT NULL CHECK (length(day) = 10),          -- as the network has it
  link_id TEXT NOT NULL,                               -- '': no link
  project_id TEXT NOT NULL,                            -- '': not of the organization's links
  mark TEXT NOT NULL,                                  -- q- and a scanned code, or v- and a source; '': neither is known
  retailer TEXT NOT NULL,                              -- '': unknown
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'reversed')),
  orders INTEGER NOT NULL,
  items INTEGER NOT NULL,
  amount INTEGER NOT NULL,                             -- in the minor unit of the currency, such as cents; returns are negative
  commission INTEGER NOT NULL,
  PRIMARY KEY (organization_id, report_id, day, link_id, project_id, mark, retailer, currency, state)
) STRICT, WITHOUT ROWID;

CREATE INDEX sales_by_link ON sales (organization_id, link_id, day) WHERE link_id <> '';

-- Links with an Associates tag of their own, which sales reports name.
CREATE INDEX links_by_own_tag ON links (organization_id, lower(content ->> '$.affiliate.tag'))
  WHERE instr(content, '"affiliate":{') > 0;
