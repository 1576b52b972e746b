-- The delivery app's page of each list and recipe link. Its row is written with the link.
CREATE TABLE delivery_app_pages (
  link_id TEXT PRIMARY KEY REFERENCES links (id),
  state TEXT NOT NULL CHECK (state IN ('pending', 'made', 'failed')), -- failed: given up, see last_error
  attempts INTEGER NOT NULL CHECK (attempts >= 0),     -- since the last page
  next_attempt_at TEXT,                                -- NULL: none is planned
  last_error TEXT,
  page_url TEXT,
  made_at TEXT,
  expires_at TEXT,                                     -- NULL: no page, or one that does not end
  lease_id TEXT,                                       -- the attempt that is at it now
  leased_until TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_app_pages_due ON delivery_app_pages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX delivery_app_pages_ending ON delivery_app_pages (expires_at) WHERE expires_at IS NOT NULL;

INSERT INTO delivery_app_pages (link_id, state, attempts, next_attempt_at)
SELECT id, 'pending', 0, created_at FROM links WHERE url_type IN ('instacart_list', 'instacart_recipe');
