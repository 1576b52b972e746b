-- Covers a search: it ends at the first matches in order of name and reads nothing but this index.
CREATE INDEX delivery_app_retailers_by_name ON delivery_app_retailers (name, retailer_id, search_text);

-- Where the delivery app was seen to offer which retailer. retailer_id is that of delivery_app_retailers.
CREATE TABLE delivery_app_retailer_postal_codes (
  retailer_id TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (retailer_id, postal_code)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_app_retailer_postal_codes_by_code
  ON delivery_app_retailer_postal_codes (postal_code, retailer_id);

-- Which postal codes the delivery app was asked about, and when it is asked again.
CREATE TABLE delivery_app_postal_codes (
  postal_code TEXT PRIMARY KEY,
  next_at TEXT NOT NULL,
  asked_at TEXT,                                       -- the last time it answered
  last_error TEXT
) STRICT, WITHOUT ROWID;

-- What the redirect of a link with preferred retailers chooses from. Its row is written with the link.
CREATE TABLE delivery_app_routes (
  link_id TEXT PRIMARY KEY REFERENCES links (id),
  routes TEXT CHECK (routes IS NULL OR json_valid(routes)), -- NULL: nothing to choose from
  refreshed_at TEXT NOT NULL                           -- '': never
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_app_routes_by_refresh ON delivery_app_routes (refreshed_at);
