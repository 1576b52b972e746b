-- What is known of the availability of links' products, and when it is asked again.
CREATE TABLE availability_checks (
  link_id TEXT PRIMARY KEY REFERENCES links (id),
  retailer TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('available', 'replaced', 'unavailable', 'unknown')), -- NULL: never answered
  product_ids TEXT CHECK (product_ids IS NULL OR json_valid(product_ids)), -- what the destination is made for
  checked_at TEXT,                                     -- of the last answer
  failures INTEGER NOT NULL CHECK (failures >= 0),     -- checks without an answer since then
  due_at TEXT NOT NULL,                                -- a run that takes the check moves this on first
  visits INTEGER NOT NULL CHECK (visits >= 0)          -- by people, in the week before the last answer
) STRICT, WITHOUT ROWID;

CREATE INDEX availability_checks_due ON availability_checks (retailer, due_at);

-- Up to which link availability_checks is complete; one row.
CREATE TABLE availability_enrolment (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_link_id TEXT NOT NULL
) STRICT;

-- Calls of the retailers' product APIs, by UTC day.
CREATE TABLE catalog_calls (
  retailer TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('creation', 'recheck')),
  day TEXT NOT NULL,
  calls INTEGER NOT NULL CHECK (calls >= 0),
  PRIMARY KEY (retailer, purpose, day)
) STRICT, WITHOUT ROWID;
