-- The whole data model. migrations/ produces the same state; a test compares the two. Times are ISO 8601 in UTC with
-- milliseconds, so that they sort chronologically.

-- Organizations and projects
-- --------------------------

CREATE TABLE organizations (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  time_zone TEXT                                       -- IANA name; visits are counted in this zone. NULL: UTC, not chosen yet
) STRICT, WITHOUT ROWID;

-- Ids must not differ only by case: people would confuse them.
CREATE UNIQUE INDEX organizations_by_lower_id ON organizations (lower(id));

-- Each organization's usage and quotas. No foreign key: counting must never reject a write.
CREATE TABLE organization_usage (
  organization_id TEXT PRIMARY KEY,
  quotas TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(quotas)), -- only non-default quotas; see src/features/writes/quota-check.ts
  stored_bytes INTEGER NOT NULL DEFAULT 0,
  links_day TEXT NOT NULL DEFAULT '',                  -- the UTC day of links_made, such as 2026-11-21
  links_made INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Project ids are unique within their organization only: access never crosses it.
CREATE TABLE projects (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  archived_at TEXT,                                    -- NULL: not archived
  settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)), -- {brand?, codeStyle?, affiliate?} of its links
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX projects_by_state ON projects (organization_id, (archived_at IS NULL), id);

-- People and keys
-- ---------------

-- The people of each organization. Emails are stored nowhere else, so that deleting the row deletes the email.
CREATE TABLE members (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  created_at TEXT NOT NULL,
  projects TEXT CHECK (projects IS NULL OR json_valid(projects)), -- ids that the member may use, sorted; NULL: all
  UNIQUE (organization_id, email)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_organization ON members (organization_id, id);
CREATE INDEX members_by_email ON members (email);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64), -- SHA-256 of the key, hex; the key itself is not stored
  prefix TEXT NOT NULL,                                -- the first characters, for display
  name TEXT NOT NULL,
  projects TEXT CHECK (projects IS NULL OR json_valid(projects)), -- ids that it may use, sorted; NULL: all
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),     -- JSON array of scope names
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT,
  issuer_type TEXT NOT NULL CHECK (issuer_type IN ('api_key', 'member', 'job')),
  issuer_id TEXT NOT NULL,
  expiry_event TEXT,                                    -- the expires_at that the event api_key.expiring was about
  client_id TEXT,                                       -- the OAuth client of an assistant; NULL: a key that a person was shown
  UNIQUE (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX api_keys_by_unrecorded_expiry ON api_keys (expires_at)
  WHERE expires_at IS NOT NULL AND revoked_at IS NULL AND expires_at IS NOT expiry_event;

CREATE INDEX api_keys_of_assistants ON api_keys (issuer_id, client_id) WHERE client_id IS NOT NULL;

-- An assistant does what the member who let it in may do: it ends with the member, and with the member's rights.
CREATE TRIGGER members_end_assistants AFTER DELETE ON members BEGIN
  UPDATE api_keys SET revoked_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE client_id IS NOT NULL AND issuer_type = 'member' AND issuer_id = old.id AND revoked_at IS NULL;
END;
CREATE TRIGGER members_limit_assistants AFTER UPDATE OF role, projects ON members
  WHEN old.role <> new.role OR old.projects IS NOT new.projects BEGIN
  UPDATE api_keys SET revoked_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE client_id IS NOT NULL AND issuer_type = 'member' AND issuer_id = old.id AND revoked_at IS NULL;
END;

-- Sign-in
-- -------

-- In which browsers a person is signed in. Unused where Cloudflare Access signs people in.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64), -- SHA-256 of the cookie, hex
  email TEXT NOT NULL,
  organization_id TEXT REFERENCES organizations (id),  -- the only one that is open; NULL: all of the person
  device TEXT NOT NULL,                                -- for display, such as "Firefox on Windows"
  created_at TEXT NOT NULL,
  used_at TEXT NOT NULL                                -- to the hour
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_email ON sessions (email, used_at);
CREATE INDEX sessions_by_creation ON sessions (created_at);

-- Addresses that sign a person in once. An address that was used is deleted.
CREATE TABLE one_time_addresses (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
  email TEXT NOT NULL,
  organization_id TEXT REFERENCES organizations (id),  -- as for sessions
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX one_time_addresses_by_email ON one_time_addresses (email, created_at);
CREATE INDEX one_time_addresses_by_creation ON one_time_addresses (created_at);

-- WebAuthn credentials.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  organization_id TEXT REFERENCES organizations (id),  -- as for sessions
  name TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,                  -- base64url
  public_key TEXT NOT NULL,                            -- SPKI in base64url
  algorithm TEXT NOT NULL CHECK (algorithm IN ('ES256', 'RS256')),
  counter INTEGER NOT NULL,                            -- of its last use; 0: the authenticator has none
  created_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_by_email ON passkeys (email, id);

-- Challenges that a passkey has not answered yet.
CREATE TABLE passkey_challenges (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  email TEXT,                                          -- who adds a passkey; NULL: somebody who signs in
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- Who is removed is signed out: of this organization, and without another one altogether.
CREATE TRIGGER members_sign_out AFTER DELETE ON members BEGIN
  DELETE FROM sessions WHERE email = old.email AND (organization_id = old.organization_id
    OR NOT EXISTS (SELECT 1 FROM members WHERE email = old.email));
  DELETE FROM one_time_addresses WHERE email = old.email AND (organization_id = old.organization_id
    OR NOT EXISTS (SELECT 1 FROM members WHERE email = old.email));
  DELETE FROM passkeys WHERE email = old.email AND (organization_id = old.organization_id
    OR NOT EXISTS (SELECT 1 FROM members WHERE email = old.email));
END;

-- Domains
-- -------

-- The hosts that organizations claim, besides the default host. A claim has no effect until it is confirmed: several
-- organizations may claim a host, but only one can own it. A project has at most one domain for its new links.
CREATE TABLE domains (
  host TEXT NOT NULL CHECK (host = lower(host) AND length(host) BETWEEN 4 AND 253),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  project_id TEXT,                                     -- whose new links use it; NULL: none
  root_url TEXT,                                       -- where / redirects
  not_found_url TEXT,                                  -- where unknown URLs redirect
  apps TEXT CHECK (json_valid(apps)),                  -- that open its links; NULL: none
  token TEXT NOT NULL CHECK (length(token) = 32),      -- expected in the DNS record that proves the claim
  created_at TEXT NOT NULL,
  confirmed_at TEXT,                                   -- NULL: pending
  PRIMARY KEY (host, organization_id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX domains_by_organization ON domains (organization_id, host);
CREATE UNIQUE INDEX domains_confirmed ON domains (host) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX domains_by_project ON domains (organization_id, project_id)
  WHERE project_id IS NOT NULL AND confirmed_at IS NOT NULL;

-- Paths of organizations' domains that people requested and no link has. They are deleted after 30 days.
CREATE TABLE unknown_paths (
  day TEXT NOT NULL,                                   -- UTC
  organization_id TEXT NOT NULL,
  host TEXT NOT NULL,
  paths TEXT NOT NULL CHECK (json_valid(paths)),       -- {path: hits}: the most frequent
  PRIMARY KEY (day, organization_id, host)
) STRICT, WITHOUT ROWID;

-- Links and QR codes
-- ------------------

CREATE TABLE links (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  short_id TEXT NOT NULL UNIQUE CHECK (length(short_id) = 8 AND short_id = lower(short_id)),
  name TEXT NOT NULL,
  public_name TEXT,
  retailer TEXT NOT NULL,
  intent TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'inactive')),
  url_type TEXT NOT NULL
    CHECK (url_type IN ('cart', 'pdp', 'long_link', 'custom', 'instacart_list', 'instacart_recipe', 'choice_page')),
  destination TEXT NOT NULL,                           -- absolute URL, or a path on our own host
  destination_reason TEXT,                             -- such as search_page; NULL: decided by an extension's data
  content TEXT NOT NULL,                               -- JSON of the remaining request fields
  version INTEGER NOT NULL CHECK (version >= 1),       -- rises with every change of the row
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 1),     -- rises with each change by a caller, including codes
  last_activity_id TEXT,                               -- the last change recorded in `activity`
  domain TEXT NOT NULL,                                -- the host of its URLs; '': the default host
  slug TEXT,                                           -- the current slug; link_addresses has all slugs
  active_from TEXT,                                    -- redirects from then; NULL: from its creation
  active_until TEXT,                                   -- redirects until then; NULL: without end
  ended_url TEXT,                                      -- where it redirects before and after; NULL: our page
  search_text TEXT NOT NULL,                           -- see src/features/links/link-rows.ts
  end_event TEXT,                                       -- the active_until of the last event link.ended
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT;

-- Lists, each in order of id, which is chronological. The first index covers all filters, so that searches and any
-- combination of filters read nothing else.
CREATE INDEX links_by_organization
  ON links (organization_id, id, project_id, retailer, intent, status, active_from, active_until, search_text);
CREATE INDEX links_by_project ON links (organization_id, project_id, id);
CREATE INDEX links_by_retailer ON links (organization_id, retailer, id);
CREATE INDEX links_off ON links (organization_id, id) WHERE status = 'inactive';
-- For lists of all links in other orders.
CREATE INDEX links_by_change ON links (organization_id, updated_at, id);
CREATE INDEX links_by_name ON links (organization_id, name COLLATE NOCASE, id);
-- The few links with a schedule, in order of id, and links by end.
CREATE INDEX links_by_schedule ON links (organization_id, id)
  WHERE active_from IS NOT NULL OR active_until IS NOT NULL;
CREATE INDEX links_by_end ON links (organization_id, active_until) WHERE active_until IS NOT NULL;
CREATE INDEX links_by_unrecorded_end ON links (active_until) WHERE active_until IS NOT NULL AND active_until IS NOT end_event;
-- Whether a domain has links, before it is removed. Links on the default host are not in this index.
CREATE INDEX links_by_domain ON links (domain) WHERE domain <> '';
CREATE UNIQUE INDEX links_by_slug ON links (domain, slug) WHERE slug IS NOT NULL;
-- Links with an Associates tag of their own, which sales reports name.
CREATE INDEX links_by_own_tag ON links (organization_id, lower(content ->> '$.affiliate.tag'))
  WHERE instr(content, '"affiliate":{') > 0;

-- The tags of links, in Unicode NFC and without outer blanks.
CREATE TABLE link_tags (
  organization_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  link_id TEXT NOT NULL REFERENCES links (id),
  PRIMARY KEY (organization_id, tag, link_id)
) STRICT, WITHOUT ROWID;

-- The offers of choice links. The destination in `links` is the link's own page.
CREATE TABLE link_offers (
  link_id TEXT NOT NULL REFERENCES links (id),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 32),
  place INTEGER CHECK (place >= 0),                    -- from 0; NULL: removed, its URL opens the page
  retailer TEXT NOT NULL,
  label TEXT NOT NULL,                                 -- the shop's name on the page
  countries TEXT CHECK (countries IS NULL OR json_valid(countries)), -- JSON array; NULL: everywhere
  url_type TEXT NOT NULL,
  destination TEXT NOT NULL,                           -- absolute URL, or a path on our own host
  destination_reason TEXT,                             -- like a link's
  since TEXT NOT NULL,                                 -- since when it redirects there
  PRIMARY KEY (link_id, key)
) STRICT, WITHOUT ROWID;

-- Every slug that a link uses or used, on each of its hosts: slugs may be printed, so they are never reused. And the GTIN
-- that it has, as 01/{gtin}, and its kept addresses, as /Spring_Sale, which are free once the link gives them up.
CREATE TABLE link_addresses (
  host TEXT NOT NULL,                                  -- a current or former links.domain
  name TEXT NOT NULL CHECK (CASE substr(name, 1, 1) WHEN '/' THEN host <> '' AND length(name) BETWEEN 2 AND 200
    ELSE length(name) BETWEEN 3 AND 64 AND name = lower(name) END),
  link_id TEXT NOT NULL REFERENCES links (id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (host, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX link_addresses_by_link ON link_addresses (link_id, created_at);
-- Kept addresses, because a slug must not have the letters of one.
CREATE INDEX link_addresses_kept ON link_addresses (host, lower(name)) WHERE substr(name, 1, 1) = '/';

-- UTM values that an organization saved under a name, for forms.
CREATE TABLE utm_templates (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  utm TEXT NOT NULL CHECK (json_valid(utm)),           -- like tracking.utm of a link
  PRIMARY KEY (organization_id, name)
) STRICT, WITHOUT ROWID;

-- A QR code's id is qr_<link_id>_<identifier>. A link has at most one default code, which is written with it.
CREATE TABLE qr_codes (
  link_id TEXT NOT NULL REFERENCES links (id),
  identifier TEXT NOT NULL COLLATE NOCASE CHECK (length(identifier) BETWEEN 3 AND 64), -- unique in any case
  name TEXT NOT NULL,
  encoded_url TEXT NOT NULL,                           -- may be printed, so it never changes
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  metadata TEXT CHECK (metadata IS NULL OR json_valid(metadata)),
  created_at TEXT NOT NULL,
  style TEXT CHECK (style IS NULL OR json_valid(style)),
  downloaded_at TEXT,                                  -- first downloaded for print, or the last reminder; NULL: not printed
  PRIMARY KEY (link_id, identifier)
) STRICT, WITHOUT ROWID;

CREATE INDEX qr_codes_by_download ON qr_codes (downloaded_at) WHERE downloaded_at IS NOT NULL;

-- Links that changed. A cron job publishes them again, the organizations in turn: after a change of a commission, and in case
-- their first publication was interrupted.
CREATE TABLE link_changes (
  short_id TEXT PRIMARY KEY,                           -- or the address of a GTIN that a link gave up
  organization_id TEXT NOT NULL,
  queued_at TEXT NOT NULL,                             -- its place: the first change since it was published
  changed_at TEXT NOT NULL                             -- the last change
) STRICT, WITHOUT ROWID;

CREATE INDEX link_changes_by_place ON link_changes (organization_id, queued_at);

CREATE TRIGGER links_note_change AFTER UPDATE OF version ON links
BEGIN
  INSERT INTO link_changes (short_id, organization_id, queued_at, changed_at)
  VALUES (new.short_id, new.organization_id, new.updated_at, new.updated_at)
  ON CONFLICT (short_id) DO UPDATE SET changed_at = excluded.changed_at;
END;

CREATE TRIGGER link_addresses_note_removal AFTER DELETE ON link_addresses
BEGIN
  INSERT INTO link_changes (short_id, organization_id, queued_at, changed_at)
  SELECT old.host || '/' || old.name, organization_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM links WHERE id = old.link_id
  ON CONFLICT (short_id) DO UPDATE SET changed_at = excluded.changed_at;
END;

-- The delivery app
-- ----------------

-- The delivery app's page of each list and recipe link. The row is written with the link.
CREATE TABLE delivery_app_pages (
  link_id TEXT NOT NULL REFERENCES links (id),
  offer_key TEXT NOT NULL,                             -- the offer of a choice link; '' for other links
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'made', 'failed')), -- failed: given up, see last_error
  attempts INTEGER NOT NULL CHECK (attempts >= 0),     -- for the latest page or the next one, the successful one included
  next_attempt_at TEXT,                                -- NULL: not planned
  last_error TEXT,
  page_url TEXT,
  made_at TEXT,
  expires_at TEXT,                                     -- NULL: no page, or it does not expire
  lease_id TEXT,                                       -- the running attempt
  leased_until TEXT,
  refused_by TEXT,                                      -- a hash of the rejected key and URL
  PRIMARY KEY (link_id, offer_key)
) STRICT, WITHOUT ROWID;

-- For the list of links that need attention.
CREATE INDEX delivery_app_pages_failed ON delivery_app_pages (organization_id, link_id, project_id) WHERE state = 'failed';
CREATE INDEX delivery_app_pages_refused ON delivery_app_pages (refused_by) WHERE refused_by IS NOT NULL;
CREATE INDEX delivery_app_pages_due ON delivery_app_pages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX delivery_app_pages_ending ON delivery_app_pages (expires_at) WHERE expires_at IS NOT NULL;

-- The shops that the redirect of a link with preferred retailers chooses from. The row is written with the link.
CREATE TABLE delivery_app_routes (
  link_id TEXT NOT NULL REFERENCES links (id),
  offer_key TEXT NOT NULL,                             -- the offer of a choice link; '' for other links
  routes TEXT CHECK (routes IS NULL OR json_valid(routes)), -- NULL: nothing to choose from
  refreshed_at TEXT NOT NULL,                           -- '': never
  PRIMARY KEY (link_id, offer_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_app_routes_by_refresh ON delivery_app_routes (refreshed_at);

-- The delivery app's retailers, for discovery.
CREATE TABLE delivery_app_retailers (
  retailer_id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  search_text TEXT NOT NULL,                           -- name, slug and id in search form, one per line
  services TEXT NOT NULL CHECK (json_valid(services)),
  categories TEXT NOT NULL CHECK (json_valid(categories)),
  location_count INTEGER NOT NULL CHECK (location_count >= 0),
  sample_postal_codes TEXT NOT NULL CHECK (json_valid(sample_postal_codes)),
  source TEXT NOT NULL CHECK (source IN ('sample', 'import', 'sync')),
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Covers a search, which ends at the first matches in order of name and reads only this index.
CREATE INDEX delivery_app_retailers_by_name ON delivery_app_retailers (name, retailer_id, search_text);

-- The postal codes for which the delivery app offered each retailer. retailer_id refers to delivery_app_retailers.
CREATE TABLE delivery_app_retailer_postal_codes (
  retailer_id TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (retailer_id, postal_code)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_app_retailer_postal_codes_by_code
  ON delivery_app_retailer_postal_codes (postal_code, retailer_id);

-- The postal codes that the delivery app was queried for, and when the next query is due.
CREATE TABLE delivery_app_postal_codes (
  postal_code TEXT PRIMARY KEY,
  next_at TEXT NOT NULL,
  asked_at TEXT,                                       -- the last response
  last_error TEXT
) STRICT, WITHOUT ROWID;

-- Availability of products, and checks of destinations
-- ----------------------------------------------------

-- The availability of links' products, and when the next check is due.
CREATE TABLE availability_checks (
  link_id TEXT NOT NULL REFERENCES links (id),
  offer_key TEXT NOT NULL,                             -- the offer of a choice link; '' for other links
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  retailer TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('available', 'replaced', 'unavailable', 'unknown')), -- NULL: no response yet
  product_ids TEXT CHECK (product_ids IS NULL OR json_valid(product_ids)), -- the products of the destination
  checked_at TEXT,                                     -- the last response
  failures INTEGER NOT NULL CHECK (failures >= 0),     -- checks without a response since then
  due_at TEXT NOT NULL,                                -- a run that leases the check postpones this first
  visits INTEGER NOT NULL CHECK (visits >= 0),          -- by people, in the week before the last response
  PRIMARY KEY (link_id, offer_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX availability_checks_due ON availability_checks (retailer, due_at);
-- For the list of links that need attention.
CREATE INDEX availability_checks_unavailable ON availability_checks (organization_id, link_id, project_id)
  WHERE outcome = 'unavailable';

-- The last link for which availability_checks is complete; one row.
CREATE TABLE availability_enrollment (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_link_id TEXT NOT NULL
) STRICT;

-- Calls of the retailers' product APIs, by UTC day.
CREATE TABLE catalog_calls (
  retailer TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('creation', 'recheck', 'details')),
  day TEXT NOT NULL,
  calls INTEGER NOT NULL CHECK (calls >= 0),
  PRIMARY KEY (retailer, purpose, day)
) STRICT, WITHOUT ROWID;

-- Names and pictures of products for screens, stored as long as the retailers' terms allow.
CREATE TABLE catalog_products (
  retailer TEXT NOT NULL,
  product_id TEXT NOT NULL,
  name TEXT,                                           -- NULL: the retailer does not know the product
  picture_url TEXT,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (retailer, product_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX catalog_products_by_expiry ON catalog_products (expires_at);

-- Whether the destinations of links respond: each is asked once a week. A row of a link's own destination stays, also
-- where nothing is asked, such as for our own pages.
CREATE TABLE destination_checks (
  link_id TEXT NOT NULL REFERENCES links (id),
  url TEXT NOT NULL,                                   -- as the link has it
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  outcome TEXT,                                        -- see src/extras/health/outcome.ts; NULL: not asked yet
  status INTEGER,                                      -- of the last response; NULL: there was none
  redirects TEXT,                                      -- JSON array: where redirects led
  checked_at TEXT,
  failing_since TEXT,                                  -- the first failure since the last success
  broken_at TEXT,                                      -- a failure a day later or more, with an event
  due_at TEXT NOT NULL,                                -- a run that leases the check postpones this first
  PRIMARY KEY (link_id, url)
) STRICT, WITHOUT ROWID;

CREATE INDEX destination_checks_due ON destination_checks (due_at);
CREATE INDEX destination_checks_by_url ON destination_checks (url, checked_at) WHERE checked_at IS NOT NULL;
CREATE INDEX destination_checks_broken ON destination_checks (organization_id, link_id, project_id)
  WHERE broken_at IS NOT NULL;

-- Visits
-- ------

-- Visits of a link on a day, one row per retailer that it redirected to, and those of its project as a whole. Stored
-- for 90 days. No foreign key: a visit must never be rejected. The view `visits` shows the content of counts.
CREATE TABLE visit_days (
  day TEXT NOT NULL CHECK (length(day) = 10),          -- 2026-11-21, in the time zone of the organization
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,                               -- '': the project as a whole
  retailer TEXT NOT NULL,                              -- the link's retailer when the visits were stored
  scans INTEGER NOT NULL,                              -- people who came by a QR code of the link
  clicks INTEGER NOT NULL,                             -- people who came otherwise
  robots INTEGER NOT NULL,
  previews INTEGER NOT NULL,
  taps INTEGER NOT NULL,                               -- choices on the page of a link; not visits
  -- JSON, {code: {"US phone": {hour: visits}}}: '' is no code, '*' any code of a project; robot and preview replace the
  -- device; hours count from the start of the day.
  counts TEXT NOT NULL,
  -- JSON, {"qrCode": {code: {"scans": visits}}}; for a project also by "country", "device" and "hour". These are sums of counts,
  -- so that reports need not read all counts.
  totals TEXT NOT NULL,
  -- JSON, {"source": {"clicks": {value: visits}}} by each dimension that combines with no other; '*' is all other values. By
  -- "choice" of an offer these are taps.
  apart TEXT NOT NULL,
  -- JSON, {code: sketch}, for a project {"*": sketch}: visitors of the day, as src/features/visits/visitor-sketch.ts describes. When
  -- the day has ended, numbers replace sketches: those of codes, "*" for all, and "-" for those that count in several rows of the
  -- day, as another retailer's. "?" is the number of people's visits without a visitor. null: more than a row can have.
  visitors TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (day, organization_id, project_id, link_id, retailer)
) STRICT, WITHOUT ROWID;

-- The counts of a project on a day by hour, so that counting rewrites those of an hour only; deleted with the day's row.
CREATE TABLE visit_hours (
  day TEXT NOT NULL CHECK (length(day) = 10),
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  retailer TEXT NOT NULL,
  hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 24),
  counts TEXT NOT NULL,                                -- JSON, {code: {"US phone": visits}}
  PRIMARY KEY (day, organization_id, project_id, retailer, hour)
) STRICT, WITHOUT ROWID;

-- The same for months, stored forever: numbers by day replace the hours of counts, and each number of totals and apart. They are
-- texts with a letter for each day with visits, A to Z and a to e, and their number unless it is one: "AC2F" is one on the first, two on
-- the third, and one on the sixth. The first version wrote JSON, by the index of the day. Totals are by "qrCode", and of projects only:
-- those of a link are the sums of its counts, and of "rest", which is for visits of days with too many counts.
CREATE TABLE visit_months (
  month TEXT NOT NULL CHECK (length(month) = 7),       -- 2026-11
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,
  retailer TEXT NOT NULL,
  counts TEXT NOT NULL,
  totals TEXT NOT NULL,
  apart TEXT NOT NULL,
  visitors TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (month, organization_id, project_id, link_id, retailer)
) STRICT;

-- Visits of links, with equal visits as one row. docs/storage.md has example queries. Filter by both month and day:
-- days find rows of visit_days, and months find rows of visit_months.
CREATE VIEW visits AS
WITH RECURSIVE day (value, letter) AS (
  SELECT 1, 'A' UNION ALL SELECT value + 1, substr('ABCDEFGHIJKLMNOPQRSTUVWXYZabcde', value + 1, 1) FROM day WHERE value < 31),
kind AS (
  SELECT organization_id, project_id, link_id, substr(day, 1, 7) AS month, day, CAST(hour.key AS INTEGER) AS hour,
    code.key AS code, kind.key AS kind, retailer, hour.value AS visits
  FROM visit_days, json_each(counts) AS code, json_each(code.value) AS kind, json_each(kind.value) AS hour
  WHERE link_id <> ''
  UNION ALL
  SELECT organization_id, project_id, link_id, month, month || printf('-%02d', day.value), NULL, code.key, kind.key, retailer,
    CASE kind.type WHEN 'text' THEN max(CAST(substr(kind.value, instr(kind.value, day.letter) + 1) AS INTEGER), 1)
      ELSE coalesce(kind.value ->> (day.value - 1), kind.value ->> CAST(day.value - 1 AS TEXT)) END
  FROM visit_months, json_each(counts) AS code, json_each(code.value) AS kind CROSS JOIN day
  WHERE link_id <> '' AND iif(kind.type = 'text', instr(kind.value, day.letter),
    coalesce(kind.value ->> (day.value - 1), kind.value ->> CAST(day.value - 1 AS TEXT))) > 0)
SELECT organization_id AS organization, project_id AS project, link_id AS link, month, day,
  hour,                                                -- from the start of the day; NULL: no longer stored
  CASE substr(kind, 4) WHEN 'robot' THEN 'robots' WHEN 'preview' THEN 'previews'
    ELSE iif(code = '', 'clicks', 'scans') END AS class,
  code,                                                -- '': none
  substr(kind, 1, 2) AS country,
  iif(substr(kind, 4) IN ('robot', 'preview'), NULL, substr(kind, 4)) AS device,
  retailer, visits
FROM kind;

-- Sheets: the visits of a project on a day that has ended, and in a month, in few rows, so that rankings need not read the
-- row of every link. They are written from visit_days and visit_months, and can be written anew at any time.
--
-- The days and months of projects that have visits. A day is open until its visits are on sheets; a later visit opens it
-- again, and its month, in the same transaction.
CREATE TABLE visit_sheet_periods (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  period TEXT NOT NULL CHECK (length(period) IN (7, 10)), -- 2026-11-21 or 2026-11
  state TEXT NOT NULL CHECK (state IN ('open', 'writing', 'written')), -- reports read sheets that are written only
  changes INTEGER NOT NULL,                            -- rises with each change of the state
  link_id TEXT NOT NULL,                               -- the last link whose visits are on the sheets, while writing
  sheets INTEGER NOT NULL,                             -- their number
  length INTEGER NOT NULL,                             -- and that of their characters
  PRIMARY KEY (organization_id, project_id, period)
) STRICT, WITHOUT ROWID;

CREATE INDEX visit_sheet_periods_due ON visit_sheet_periods (period, organization_id, project_id) WHERE state <> 'written';

-- The visits of up to 2,000 links; src/features/visits/sheet-text.ts describes the form of its text.
CREATE TABLE visit_sheets (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  period TEXT NOT NULL,
  sheet INTEGER NOT NULL,                              -- from 0
  counts TEXT NOT NULL,
  visitors TEXT NOT NULL DEFAULT '?',                  -- daily visitors in the same form, of the same or other links of the period; '?': unknown
  PRIMARY KEY (organization_id, project_id, period, sheet)
) STRICT, WITHOUT ROWID;

-- The links of an organization that are on sheets, by number, 1,000 a row.
CREATE TABLE visit_sheet_links (
  organization_id TEXT NOT NULL,
  first INTEGER NOT NULL,                              -- the number of the first line
  version INTEGER NOT NULL,                            -- rises with each change of the row
  links TEXT NOT NULL,                                 -- a line for each: its id, and its codes by number from 1, with blanks between
  PRIMARY KEY (organization_id, first)
) STRICT, WITHOUT ROWID;

-- Old months of links without visits in a year are in R2: docs/storage.md. An object has rows of visit_months of a project and year.
-- The objects that were begun. One without blocks is what is left of a run that did not end.
CREATE TABLE visit_archives (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  year TEXT NOT NULL CHECK (length(year) = 4),         -- 2024
  part INTEGER NOT NULL,                               -- when it was begun, in milliseconds: no two objects have the same key
  PRIMARY KEY (organization_id, project_id, year, part)
) STRICT, WITHOUT ROWID;

-- The blocks of objects, each compressed, with rows in order of their link. A block is added when its rows leave visit_months.
CREATE TABLE visit_archive_blocks (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  year TEXT NOT NULL,
  part INTEGER NOT NULL,
  offset INTEGER NOT NULL,                             -- its first byte in the object
  length INTEGER NOT NULL,                             -- in bytes
  first_link TEXT NOT NULL,
  last_link TEXT NOT NULL,
  links INTEGER NOT NULL,                              -- how many have rows in it
  size INTEGER NOT NULL,                               -- of its lines, in characters
  months TEXT NOT NULL CHECK (json_valid(months)),     -- JSON, [5,0,0,0,0,0,0,0,0,0,0,2]: its rows by month
  PRIMARY KEY (organization_id, project_id, year, part, offset)
) STRICT, WITHOUT ROWID;

-- The month in which a project was last searched for rows to move.
CREATE TABLE visit_archive_checks (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  month TEXT NOT NULL,                                 -- 2026-11
  PRIMARY KEY (organization_id, project_id)
) STRICT, WITHOUT ROWID;

-- Which messages are already counted in visit_days, so that each is counted once. An isolate numbers its messages.
CREATE TABLE visit_senders (
  id TEXT PRIMARY KEY,                                 -- of an isolate for an hour; begins with its time
  seen TEXT NOT NULL CHECK (json_valid(seen)),         -- JSON, [[first, last]]: the numbers of its counted messages
  newest INTEGER NOT NULL                              -- the time of its newest visits, in milliseconds
) STRICT, WITHOUT ROWID;

-- Who makes the key of a UTC day, by which visitors are hashed; only KV has the key itself, until an hour after the day.
CREATE TABLE visitor_keys (
  day TEXT PRIMARY KEY CHECK (length(day) = 10),
  claimed_at TEXT NOT NULL,
  is_made INTEGER NOT NULL CHECK (is_made IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Notes on days, such as "Flyer week 42", shown in charts of visits.
CREATE TABLE day_notes (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  day TEXT NOT NULL,                                   -- as in 2026-11-21, in the time zone of the organization
  project_id TEXT NOT NULL,                            -- empty: all projects
  text TEXT NOT NULL,
  created_by TEXT NOT NULL,                            -- the id of a member
  created_at TEXT NOT NULL,
  PRIMARY KEY (organization_id, day, project_id, text)
) STRICT, WITHOUT ROWID;

-- Reports of visits that can be read without signing in, at a URL with a secret. They are never deleted.
CREATE TABLE shared_reports (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64), -- SHA-256, hex; the token itself is not stored
  name TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',                       -- of its author to its readers
  view TEXT NOT NULL CHECK (json_valid(view)),         -- filter, period and interval
  created_by TEXT NOT NULL,                            -- the id of a member
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX shared_reports_by_organization ON shared_reports (organization_id, id);

-- Sales
-- -----

-- Sales reports of affiliate networks. For each network, account and day, the report that was confirmed last counts.
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

-- The sums of confirmed and undone reports: several rows of a file with one key are one row here.
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

-- Activity and idempotency
-- ------------------------

-- The changes of an organization, through any interface, and its events. Written in the transaction of the change: it is the outbox
-- of events.
CREATE TABLE activity (
  organization_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,                           -- rises by one with each commit of the organization
  id TEXT NOT NULL,                                    -- begins with its time
  at TEXT NOT NULL,
  actor_type TEXT NOT NULL CHECK (actor_type IN ('api_key', 'member', 'job')),
  actor_id TEXT NOT NULL,
  object_type TEXT NOT NULL CHECK (object_type IN ('link', 'qr_code', 'project', 'code_style', 'organization', 'domain',
    'api_key', 'member', 'shared_report', 'webhook', 'export', 'day_note', 'event')), -- event: nothing was changed
  object_id TEXT NOT NULL,                             -- the project id for a code style, the host for a domain, the day for a note
  link_id TEXT,                                        -- for links and their codes
  link_version INTEGER,                                -- numbers the entries of a link; its creation is 1
  destination TEXT,                                    -- the link's destination after the change
  changes TEXT NOT NULL CHECK (json_valid(changes)),   -- [{field, from?, to?}]
  project_id TEXT,                                     -- of an event; NULL: the organization as a whole
  event_type TEXT,                                     -- NULL: not an event
  event_data TEXT CHECK (event_data IS NULL OR json_valid(event_data)), -- further data of the event
  correlation_id TEXT,                                 -- of the request that caused the event; NULL: none did
  PRIMARY KEY (organization_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX activity_by_id ON activity (organization_id, id);
CREATE UNIQUE INDEX activity_by_link ON activity (link_id, link_version) WHERE link_id IS NOT NULL;
-- Both in order of id, which is chronological.
CREATE INDEX activity_by_actor ON activity (organization_id, actor_type, actor_id, id);
CREATE INDEX activity_besides_links ON activity (organization_id, object_type, id) WHERE object_type <> 'link';
-- Events without an actor: for alerts, and so that a daily query records each cause once.
CREATE INDEX activity_happened ON activity (organization_id, event_type, sequence) WHERE object_type = 'event';
CREATE INDEX activity_happened_to ON activity (event_type, object_id) WHERE object_type = 'event';

-- Long values in the histories of links, each once per link: see src/features/writes/long-value-store.ts.
CREATE TABLE activity_values (
  link_id TEXT NOT NULL,
  digest TEXT NOT NULL,                                -- SHA-256 of the value as JSON
  json TEXT NOT NULL,
  PRIMARY KEY (link_id, digest)
) STRICT;

-- One row per idempotent write that succeeded in the last 24 hours; an expired row counts as absent.
CREATE TABLE idempotency_claims (
  scope TEXT PRIMARY KEY CHECK (length(scope) = 64),   -- SHA-256 of organization, method, path and key, hex
  owner TEXT NOT NULL,                                 -- the successful attempt
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  receipt TEXT NOT NULL,                               -- what a repeat gets
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  organization_id TEXT NOT NULL                        -- whose quota the receipt counts towards
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_claims_by_expiry ON idempotency_claims (expires_at);

-- Webhooks
-- --------

-- Where the events of an organization are sent. A webhook that is switched off stays, with its deliveries.
CREATE TABLE webhooks (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  project_id TEXT,                                     -- whose events it gets; NULL: all of the organization
  url TEXT NOT NULL,
  types TEXT CHECK (types IS NULL OR json_valid(types)), -- JSON array of event types; NULL: all
  description TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'inactive', 'deleted')), -- deleted: its deliveries are deleted first
  disabled_because TEXT CHECK (disabled_because IN ('gone', 'failing', 'secret_unreadable')), -- NULL: it is on, or somebody switched it off
  secret TEXT NOT NULL,                                -- encrypted if the operator set a key: see src/extras/webhooks/secrets.ts
  former_secret TEXT,                                  -- signs too until former_until
  former_until TEXT,
  api_origin TEXT NOT NULL,                            -- of the URLs in its events
  position INTEGER NOT NULL,                           -- the entry of activity up to which it has its deliveries
  not_before TEXT,                                     -- no delivery before: it asked for a pause, or does not respond
  lease_id TEXT,
  leased_until TEXT,                                   -- without a lease: when it was last served
  failures INTEGER NOT NULL DEFAULT 0,                 -- since the last success
  failing_since TEXT,
  created_at TEXT NOT NULL,
  creator_type TEXT NOT NULL,
  creator_id TEXT NOT NULL,
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

-- The events of each webhook. They are deleted after 30 days.
CREATE TABLE webhook_deliveries (
  organization_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  id TEXT NOT NULL,                                    -- of the event; begins with its time
  event_type TEXT NOT NULL,                            -- webhook.test: no entry of activity
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  next_attempt_at TEXT,                                -- NULL: none is planned
  last_at TEXT,
  last_status INTEGER,                                 -- NULL: there was no response
  last_ms INTEGER,
  last_response TEXT,                                    -- its beginning, or why there was none
  PRIMARY KEY (organization_id, webhook_id, id),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;

-- Alerts and mail
-- ---------------

-- The types of alerts that an organization shows and mails. Without a row it shows all types, and sends no mail.
CREATE TABLE alert_settings (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  settings TEXT NOT NULL CHECK (json_valid(settings)), -- AlertSettings: who gets mail, and the types that are off
  position INTEGER NOT NULL                            -- the entry of activity up to which mails are queued
) STRICT, WITHOUT ROWID;

-- The recipients of an organization's mail: members, by their id, and other addresses, which one mail asks to confirm. They are
-- never deleted, so that nobody is asked twice, and an unsubscribed address gets no mail until it subscribes again.
CREATE TABLE mail_recipients (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,                                    -- that of the member
  email TEXT CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)), -- NULL: that of the member
  language TEXT NOT NULL,                              -- of its mail
  origin TEXT NOT NULL,                                -- of the URLs in its mail
  created_at TEXT NOT NULL,
  confirmed_at TEXT,                                   -- NULL: an address that has not confirmed
  stopped_because TEXT CHECK (stopped_because IN ('unsubscribed', 'bounced')), -- NULL: it gets mail
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX mail_recipients_by_email ON mail_recipients (organization_id, email) WHERE email IS NOT NULL;

-- Mails on their way, and their results. They are deleted after 400 days, except those that ask an address.
CREATE TABLE mails (
  id TEXT PRIMARY KEY,                                 -- begins with its time
  organization_id TEXT NOT NULL,
  recipient_id TEXT NOT NULL,
  cause TEXT NOT NULL,                                 -- a recipient gets one mail for a cause
  content TEXT NOT NULL CHECK (json_valid(content)),   -- empty once it is no longer pending, and of those that ask
  code TEXT,                                           -- of the last error
  attempts INTEGER NOT NULL,
  next_attempt_at TEXT,                                -- NULL: it was sent, or has failed
  token_hash TEXT UNIQUE CHECK (length(token_hash) = 64), -- of the links in its last attempt, SHA-256, hex
  former_hash TEXT UNIQUE,                             -- of those in the attempt before, which may have been accepted
  created_at TEXT NOT NULL,
  sent_at TEXT,
  UNIQUE (organization_id, recipient_id, cause),
  FOREIGN KEY (organization_id, recipient_id) REFERENCES mail_recipients (organization_id, id)
) STRICT;

CREATE INDEX mails_due ON mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mails_by_cause ON mails (organization_id, cause);

-- Shared reports that are sent by mail, at 08:00 in the organization's time zone.
CREATE TABLE report_schedules (
  report_id TEXT PRIMARY KEY REFERENCES shared_reports (id),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  cadence TEXT NOT NULL CHECK (cadence IN ('weekly', 'monthly')), -- on Mondays, or on the first of the month
  recipients TEXT NOT NULL CHECK (json_valid(recipients)), -- JSON array of ids of mail_recipients
  next_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX report_schedules_by_time ON report_schedules (next_at);
CREATE INDEX report_schedules_by_organization ON report_schedules (organization_id);

-- Imports, bulk edits and exports
-- -------------------------------

-- Work in the background, step by step: see src/extras/runs/.
CREATE TABLE runs (
  id TEXT PRIMARY KEY,                                 -- derived from the idempotency key of the request, if it had one
  kind TEXT NOT NULL CHECK (kind IN ('import', 'bulk_edit', 'export')),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  member_id TEXT NOT NULL,                             -- the member as whom it works; '': it only reads
  fingerprint TEXT NOT NULL,                           -- of the request that added it
  content TEXT NOT NULL CHECK (json_valid(content)),   -- what it does: see the folder of its kind
  progress TEXT NOT NULL CHECK (json_valid(progress)), -- how far it is, and where it continues
  state TEXT NOT NULL CHECK (state IN ('idle', 'running', 'stopped')), -- idle: there is nothing to do
  stopped_because TEXT CHECK (stopped_because IN ('asked', 'member_removed', 'role_changed', 'interrupted')),
  step_at TEXT,                                        -- when the step that is being done began; NULL: no step is
  lease_id TEXT,
  leased_until TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,                            -- when it is deleted
  bytes INTEGER NOT NULL,                              -- what counts towards the quota until then
  CHECK ((state = 'stopped') = (stopped_because IS NOT NULL))
) STRICT;

CREATE INDEX runs_by_organization ON runs (organization_id, kind, created_at);
CREATE INDEX runs_running ON runs (updated_at) WHERE state = 'running';
CREATE INDEX runs_by_expiry ON runs (expires_at);
CREATE UNIQUE INDEX runs_by_token ON runs (content ->> 'token') WHERE kind = 'export';

-- The rows of imports.
CREATE TABLE import_rows (
  import_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  row INTEGER NOT NULL,                                -- as in a spreadsheet, with the header as row 1
  cells TEXT NOT NULL,                                 -- JSON: texts by column name
  state TEXT NOT NULL CHECK (state IN ('bad', 'good', 'waiting', 'made', 'failed')),
  problems TEXT NOT NULL,                              -- JSON: column and message of each problem
  chunk TEXT,                                          -- rows with the same chunk are created in one request
  chunk_at TEXT,
  link_id TEXT,
  short_id TEXT,
  qr_identifier TEXT,                                  -- NULL: the link has no default QR code
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_rows_by_state ON import_rows (import_id, state, row);

-- The columns that people chose for headings of other services' files.
CREATE TABLE import_columns (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  heading TEXT NOT NULL,                               -- in lower case, without spaces and punctuation
  column_name TEXT NOT NULL,                           -- empty: ignored
  PRIMARY KEY (organization_id, heading)
) STRICT, WITHOUT ROWID;

-- Initial rows.

-- A sample of well-known stores, so that discovery works before there is real data. It is not authoritative: slugs,
-- services, categories and postal codes are plausible, not verified. The first sync or import replaces it (source =
-- 'sample').
INSERT INTO delivery_app_retailers
  (retailer_id, slug, name, search_text, services, categories, location_count, sample_postal_codes, source, updated_at)
WITH sample (retailer_id, slug, name, services, categories, sample_postal_codes) AS (VALUES
  ('aldi', 'aldi', 'ALDI', '["delivery","pickup"]', '["grocery"]', '["60601","30303","19103"]'),
  ('bjs-wholesale-club', 'bjs-wholesale-club', 'BJ''s Wholesale Club', '["delivery"]', '["grocery","wholesale"]', '["02108","11201","19103"]'),
  ('costco', 'costco', 'Costco', '["delivery"]', '["grocery","wholesale"]', '["98101","90012","60601"]'),
  ('cvs', 'cvs', 'CVS', '["delivery"]', '["pharmacy"]', '["02108","10001","90012"]'),
  ('fairway-market', 'fairway-market', 'Fairway Market', '["delivery"]', '["grocery"]', '["10001","10025"]'),
  ('food-lion', 'food-lion', 'Food Lion', '["delivery","pickup"]', '["grocery"]', '["28202","23219"]'),
  ('giant-eagle', 'giant-eagle', 'Giant Eagle', '["delivery","pickup"]', '["grocery"]', '["15222","44113"]'),
  ('harris-teeter', 'harris-teeter', 'Harris Teeter', '["delivery","pickup"]', '["grocery"]', '["28202","20001"]'),
  ('h-e-b', 'h-e-b', 'H-E-B', '["delivery"]', '["grocery"]', '["78205","77002","78701"]'),
  ('hannaford', 'hannaford', 'Hannaford', '["delivery","pickup"]', '["grocery"]', '["04101","03101"]'),
  ('jewel-osco', 'jewel-osco', 'Jewel-Osco', '["delivery","pickup"]', '["grocery"]', '["60601","60614"]'),
  ('loblaws', 'loblaws', 'Loblaws', '["delivery"]', '["grocery"]', '["M5V 2T6","K1P 1J1"]'),
  ('meijer', 'meijer', 'Meijer', '["delivery"]', '["grocery"]', '["49503","48226"]'),
  ('petco', 'petco', 'Petco', '["delivery"]', '["pets"]', '["92101","60601"]'),
  ('price-chopper', 'price-chopper', 'Price Chopper', '["delivery","pickup"]', '["grocery"]', '["12207","64106"]'),
  ('publix', 'publix', 'Publix', '["delivery","pickup"]', '["grocery"]', '["33131","30303","32801"]'),
  ('ralphs', 'ralphs', 'Ralphs', '["delivery"]', '["grocery"]', '["90012","92101"]'),
  ('restaurant-depot', 'restaurant-depot', 'Restaurant Depot', '["delivery"]', '["grocery","wholesale"]', '["11101","60601"]'),
  ('safeway', 'safeway', 'Safeway', '["delivery","pickup"]', '["grocery"]', '["94103","98101","80202"]'),
  ('sams-club', 'sams-club', 'Sam''s Club', '["delivery"]', '["grocery","wholesale"]', '["75201","77002"]'),
  ('schnucks', 'schnucks', 'Schnucks', '["delivery","pickup"]', '["grocery"]', '["63101"]'),
  ('sephora', 'sephora', 'Sephora', '["delivery"]', '["beauty"]', '["10001","94103"]'),
  ('smart-and-final', 'smart-and-final', 'Smart & Final', '["delivery"]', '["grocery"]', '["90012","92101"]'),
  ('sprouts', 'sprouts', 'Sprouts Farmers Market', '["delivery","pickup"]', '["grocery"]', '["85004","90012","80202"]'),
  ('stop-and-shop', 'stop-and-shop', 'Stop & Shop', '["delivery","pickup"]', '["grocery"]', '["02108","06103"]'),
  ('wegmans', 'wegmans', 'Wegmans', '["delivery","pickup"]', '["grocery"]', '["14604","22102"]')
)
SELECT retailer_id, slug, name,
  lower(name) || char(10) || slug || char(10) || retailer_id, -- the names are ASCII
  services, categories, json_array_length(sample_postal_codes), sample_postal_codes,
  'sample', '2026-11-01T00:00:00.000Z'
FROM sample;

-- Operation
-- ---------

-- Complete backups of this database: encrypted, and copied elsewhere.
CREATE TABLE backups (
  completed_at TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
