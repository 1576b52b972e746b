-- The offers of choice links, one row each. A version of the service that knows no choices neither reads nor writes
-- them: it leads to the destination in `links`, which is that of the first offer.
CREATE TABLE link_offers (
  link_id TEXT NOT NULL REFERENCES links (id),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 32),
  place INTEGER CHECK (place >= 0),
  retailer TEXT NOT NULL,
  label TEXT NOT NULL,
  countries TEXT CHECK (countries IS NULL OR json_valid(countries)),
  url_type TEXT NOT NULL,
  destination TEXT NOT NULL,
  destination_reason TEXT,
  since TEXT NOT NULL,
  PRIMARY KEY (link_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE link_choice_pages (
  link_id TEXT PRIMARY KEY REFERENCES links (id),
  page TEXT NOT NULL CHECK (json_valid(page))
) STRICT, WITHOUT ROWID;
