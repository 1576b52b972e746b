-- The whole data model. migrations/ brings a database to this state; a test compares the two.
-- Times are ISO 8601 in UTC with milliseconds, so that text order is time order.

CREATE TABLE organizations (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  time_zone TEXT NOT NULL DEFAULT 'UTC'                -- in which its visits are counted: an IANA name
) STRICT, WITHOUT ROWID;

-- People take ids that differ by case alone for one.
CREATE UNIQUE INDEX organizations_by_lower_id ON organizations (lower(id));

-- Project ids are unique within their organization only: access never crosses it.
CREATE TABLE projects (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  archived_at TEXT,                                    -- NULL: it takes new links
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX projects_by_state ON projects (organization_id, (archived_at IS NULL), id);

-- How pages and codes of a project's links look to shoppers. A project without a row has no brand.
CREATE TABLE brands (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  name TEXT,                                           -- NULL: the brand was taken off
  accent TEXT CHECK (accent GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  imprint_url TEXT,
  privacy_url TEXT,
  logo TEXT,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  PRIMARY KEY (organization_id, project_id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT, WITHOUT ROWID;

-- The hosts that organizations claim, besides the default one. A claim counts for nothing until it is confirmed: several
-- organizations may claim a host, and one has it. A project has at most one for its new links.
CREATE TABLE domains (
  host TEXT NOT NULL CHECK (host = lower(host) AND length(host) BETWEEN 4 AND 253),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  project_id TEXT,                                     -- whose new links get it; NULL: nobody's
  root_url TEXT,                                       -- where / redirects; NULL: nowhere
  not_found_url TEXT,                                  -- where URLs without a link redirect; NULL: nowhere
  token TEXT NOT NULL CHECK (length(token) = 32),      -- what a DNS record has to hold that proves the claim
  created_at TEXT NOT NULL,
  confirmed_at TEXT,                                   -- NULL: pending
  PRIMARY KEY (host, organization_id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX domains_by_organization ON domains (organization_id, host);
CREATE UNIQUE INDEX domains_confirmed ON domains (host) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX domains_by_project ON domains (organization_id, project_id)
  WHERE project_id IS NOT NULL AND confirmed_at IS NOT NULL;

-- How the codes of a project look that have no style of their own. A project without a row has plain codes.
CREATE TABLE code_styles (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  style TEXT NOT NULL CHECK (json_valid(style)),       -- '{}': plain
  revision INTEGER NOT NULL CHECK (revision >= 1),
  PRIMARY KEY (organization_id, project_id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64), -- SHA-256 of the key, hex; the key itself is kept nowhere
  prefix TEXT NOT NULL,                                -- the first characters, to tell keys apart
  name TEXT NOT NULL,
  project_policy TEXT NOT NULL CHECK (project_policy IN ('all', 'selected')),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),     -- JSON array of scope names
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT,
  issuer_type TEXT NOT NULL CHECK (issuer_type IN ('api_key', 'member', 'job')),
  issuer_id TEXT NOT NULL,
  UNIQUE (organization_id, id)
) STRICT, WITHOUT ROWID;

-- The projects of a key whose policy is 'selected'. Both foreign keys share the organization.
CREATE TABLE api_key_projects (
  organization_id TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  PRIMARY KEY (api_key_id, project_id),
  FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys (organization_id, id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT, WITHOUT ROWID;

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
  destination_reason TEXT,                             -- as search_page; NULL: what a follower stores decides it
  content TEXT NOT NULL,                               -- JSON of the remaining request fields
  version INTEGER NOT NULL CHECK (version >= 1),       -- rises with every change of the row
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 1),     -- rises with each change that a caller makes, codes included
  last_activity_id TEXT,                               -- of the last change that `activity` records
  domain TEXT NOT NULL,                                -- the host of its addresses; '': the default one
  slug TEXT,                                           -- the present one; all that it had are in link_addresses
  active_from TEXT,                                    -- it leads on from then; NULL: from its creation
  active_until TEXT,                                   -- it leads on before then; NULL: without end
  ended_url TEXT,                                      -- where it leads before and after; NULL: to a page of ours
  search_text TEXT NOT NULL,                           -- what a search looks through; see src/links/search-text.ts
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT;

-- Lists, each in order of id, which is the order of time. The first holds all that lists filter by, so that a search and
-- filters in any combination read nothing else.
CREATE INDEX links_by_organization
  ON links (organization_id, id, project_id, retailer, intent, status, active_from, active_until, search_text);
CREATE INDEX links_by_project ON links (organization_id, project_id, id);
CREATE INDEX links_by_retailer ON links (organization_id, retailer, id);
CREATE INDEX links_off ON links (organization_id, id) WHERE status = 'inactive';
-- For lists of all links in other orders.
CREATE INDEX links_by_change ON links (organization_id, updated_at, id);
CREATE INDEX links_by_name ON links (organization_id, name COLLATE NOCASE, id);

-- The links that have times, which are few, in order of id, and those that end next.
CREATE INDEX links_by_schedule ON links (organization_id, id)
  WHERE active_from IS NOT NULL OR active_until IS NOT NULL;
CREATE INDEX links_by_end ON links (organization_id, active_until) WHERE active_until IS NOT NULL;

-- Whether a link was made on a domain, before that is removed. Most links are on the default host, and not in it.
CREATE INDEX links_by_domain ON links (domain) WHERE domain <> '';
CREATE UNIQUE INDEX links_by_slug ON links (domain, slug) WHERE slug IS NOT NULL;

-- The tags of links, as they were sent.
CREATE TABLE link_tags (
  organization_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  link_id TEXT NOT NULL REFERENCES links (id),
  PRIMARY KEY (organization_id, tag, link_id)
) STRICT, WITHOUT ROWID;

-- Every slug that a link has or had, on each host that it was on: it may be printed, so it is never given to another link.
-- Only links with slugs have rows.
CREATE TABLE link_addresses (
  host TEXT NOT NULL,                                  -- what links.domain is or was
  name TEXT NOT NULL CHECK (length(name) BETWEEN 3 AND 64 AND name = lower(name)),
  link_id TEXT NOT NULL REFERENCES links (id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (host, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX link_addresses_by_link ON link_addresses (link_id, created_at);

-- The offers of choice links. `links` has the destination of the link itself, which is its page.
CREATE TABLE link_offers (
  link_id TEXT NOT NULL REFERENCES links (id),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 32),
  place INTEGER CHECK (place >= 0),                    -- from 0; NULL: it is gone, and its address leads to the page
  retailer TEXT NOT NULL,
  label TEXT NOT NULL,                                 -- what the page calls the shop
  countries TEXT CHECK (countries IS NULL OR json_valid(countries)), -- JSON array; NULL: everywhere
  url_type TEXT NOT NULL,
  destination TEXT NOT NULL,                           -- absolute URL, or a path on our own host
  destination_reason TEXT,                             -- as of a link
  since TEXT NOT NULL,                                 -- when it began to lead there
  PRIMARY KEY (link_id, key)
) STRICT, WITHOUT ROWID;

-- A QR code's id is qr_<link_id>_<identifier>. A link has at most one default code, which is written with it.
CREATE TABLE qr_codes (
  link_id TEXT NOT NULL REFERENCES links (id),
  identifier TEXT NOT NULL CHECK (length(identifier) BETWEEN 3 AND 64),
  name TEXT NOT NULL,
  encoded_url TEXT NOT NULL,                           -- may be printed, so it never changes
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  metadata TEXT CHECK (metadata IS NULL OR json_valid(metadata)),
  created_at TEXT NOT NULL,
  style TEXT CHECK (style IS NULL OR json_valid(style)),
  PRIMARY KEY (link_id, identifier)
) STRICT, WITHOUT ROWID;

-- One row per idempotent write that succeeded in the last 24 hours; an expired row counts as absent.
CREATE TABLE idempotency_claims (
  scope TEXT PRIMARY KEY CHECK (length(scope) = 64),   -- SHA-256 of organization, method, path and key, hex
  owner TEXT NOT NULL,                                 -- the attempt that won
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  receipt TEXT NOT NULL,                               -- what a repeat gets
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  organization_id TEXT NOT NULL                        -- for which the receipt is counted
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_claims_by_expiry ON idempotency_claims (expires_at);

-- The delivery app's retailers, for discovery.
CREATE TABLE delivery_app_retailers (
  retailer_id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  search_text TEXT NOT NULL,                           -- name, slug and id in lower case, a line each
  services TEXT NOT NULL CHECK (json_valid(services)),
  categories TEXT NOT NULL CHECK (json_valid(categories)),
  location_count INTEGER NOT NULL CHECK (location_count >= 0),
  sample_postal_codes TEXT NOT NULL CHECK (json_valid(sample_postal_codes)),
  source TEXT NOT NULL CHECK (source IN ('sample', 'import', 'sync')),
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Visits of a link on a day, as one row for each retailer that it led to, and those of its project as a whole. Kept for 90
-- days. No foreign key: a visit must never be refused. The view visits shows what is in counts.
CREATE TABLE visit_days (
  day TEXT NOT NULL CHECK (length(day) = 10),          -- 2026-11-21, in the time zone of the organization
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,                               -- '': the project as a whole
  retailer TEXT NOT NULL,                              -- of the link when the visits were stored
  scans INTEGER NOT NULL,                              -- people who came by a QR code of the link
  clicks INTEGER NOT NULL,                             -- people who came otherwise
  robots INTEGER NOT NULL,
  previews INTEGER NOT NULL,
  taps INTEGER NOT NULL,                               -- choices on the page of a link; they are no visits
  -- JSON, {code: {"US phone": {hour: visits}}}: '' is no code, '*' any code of a project; robot and preview stand in the
  -- place of a device; hours are counted from the beginning of the day.
  counts TEXT NOT NULL,
  -- JSON, {"qrCode": {code: {"scans": visits}}}, and the same by "choice" of an offer, where they are taps; of a project
  -- also by "country", "device" and "hour". Sums of counts, but for the taps, so that not all of these have to be read.
  totals TEXT NOT NULL,
  referrers TEXT NOT NULL,                             -- JSON, {host: clicks}; '*' is all that have no number of their own
  PRIMARY KEY (day, organization_id, project_id, link_id, retailer)
) STRICT, WITHOUT ROWID;

-- The same for months, without limit: a list of 31 days in the place of the hours of counts, and of each number of totals
-- and referrers. Totals are by "qrCode" and "choice" alone.
CREATE TABLE visit_months (
  month TEXT NOT NULL CHECK (length(month) = 7),       -- 2026-11
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL,
  retailer TEXT NOT NULL,
  counts TEXT NOT NULL,
  totals TEXT NOT NULL,
  referrers TEXT NOT NULL,
  PRIMARY KEY (month, organization_id, project_id, link_id, retailer)
) STRICT;

-- Visits of links, those that are alike as one row. docs/storage.md has questions that it answers. Name both months and days:
-- by days rows of visit_days are found, and by months those of visit_months.
CREATE VIEW visits AS
WITH kind AS (
  SELECT organization_id, project_id, link_id, substr(day, 1, 7) AS month, day, CAST(hour.key AS INTEGER) AS hour,
    code.key AS code, kind.key AS kind, retailer, hour.value AS visits
  FROM visit_days, json_each(counts) AS code, json_each(code.value) AS kind, json_each(kind.value) AS hour
  WHERE link_id <> ''
  UNION ALL
  SELECT organization_id, project_id, link_id, month, month || printf('-%02d', day.key + 1), NULL,
    code.key, kind.key, retailer, day.value
  FROM visit_months, json_each(counts) AS code, json_each(code.value) AS kind, json_each(kind.value) AS day
  WHERE link_id <> '' AND day.value > 0)
SELECT organization_id AS organization, project_id AS project, link_id AS link, month, day,
  hour,                                                -- since the day began; NULL: no longer kept
  CASE substr(kind, 4) WHEN 'robot' THEN 'robots' WHEN 'preview' THEN 'previews'
    ELSE iif(code = '', 'clicks', 'scans') END AS class,
  code,                                                -- '': none
  substr(kind, 1, 2) AS country,
  iif(substr(kind, 4) IN ('robot', 'preview'), NULL, substr(kind, 4)) AS device,
  retailer, visits
FROM kind;

-- The links of a project that had most visits on a day that is over, for rankings of more days than can be read.
CREATE TABLE visit_leaders (
  day TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  links INTEGER NOT NULL,                              -- how many links were visited
  people TEXT NOT NULL,                                -- JSON, {link: people}: the links that most people came to
  scans TEXT NOT NULL,                                 -- JSON, {link: people who scanned a code}, in the same way
  PRIMARY KEY (day, organization_id, project_id)
) STRICT, WITHOUT ROWID;

-- Ids of messages that are counted in visit_days already, so that each is counted once. Ids begin with their time.
CREATE TABLE visit_messages (
  id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Links that changed recently. A cron job publishes them once more, in case their first publication was interrupted.
CREATE TABLE link_changes (
  short_id TEXT PRIMARY KEY,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER links_note_change AFTER UPDATE OF version ON links
BEGIN
  INSERT INTO link_changes (short_id, changed_at) VALUES (new.short_id, new.updated_at)
  ON CONFLICT (short_id) DO UPDATE SET changed_at = excluded.changed_at;
END;

-- Covers a search: it ends at the first matches in order of name and reads nothing but this index.
CREATE INDEX delivery_app_retailers_by_name ON delivery_app_retailers (name, retailer_id, search_text);

-- The postal codes for which the delivery app offered each retailer. retailer_id is that of delivery_app_retailers.
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
  link_id TEXT NOT NULL REFERENCES links (id),
  offer_key TEXT NOT NULL,                             -- of an offer of a choice link; '' for any other link
  routes TEXT CHECK (routes IS NULL OR json_valid(routes)), -- NULL: nothing to choose from
  refreshed_at TEXT NOT NULL,                           -- '': never
  PRIMARY KEY (link_id, offer_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_app_routes_by_refresh ON delivery_app_routes (refreshed_at);

-- The delivery app's page of each list and recipe link. Its row is written with the link.
CREATE TABLE delivery_app_pages (
  link_id TEXT NOT NULL REFERENCES links (id),
  offer_key TEXT NOT NULL,                             -- of an offer of a choice link; '' for any other link
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'made', 'failed')), -- failed: given up, see last_error
  attempts INTEGER NOT NULL CHECK (attempts >= 0),     -- since the last page
  next_attempt_at TEXT,                                -- NULL: none is planned
  last_error TEXT,
  page_url TEXT,
  made_at TEXT,
  expires_at TEXT,                                     -- NULL: no page, or one that does not end
  lease_id TEXT,                                       -- the attempt that is running now
  leased_until TEXT,
  refused_by TEXT,                                      -- a hash of the key and address that were refused; NULL: none was
  PRIMARY KEY (link_id, offer_key)
) STRICT, WITHOUT ROWID;

-- What an organization's people should look at.
CREATE INDEX delivery_app_pages_failed ON delivery_app_pages (organization_id, link_id, project_id) WHERE state = 'failed';
CREATE INDEX delivery_app_pages_refused ON delivery_app_pages (refused_by) WHERE refused_by IS NOT NULL;
CREATE INDEX delivery_app_pages_due ON delivery_app_pages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX delivery_app_pages_ending ON delivery_app_pages (expires_at) WHERE expires_at IS NOT NULL;

-- What is known of the availability of links' products, and when it is asked again.
CREATE TABLE availability_checks (
  link_id TEXT NOT NULL REFERENCES links (id),
  offer_key TEXT NOT NULL,                             -- of an offer of a choice link; '' for any other link
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  retailer TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('available', 'replaced', 'unavailable', 'unknown')), -- NULL: never answered
  product_ids TEXT CHECK (product_ids IS NULL OR json_valid(product_ids)), -- what the destination is made for
  checked_at TEXT,                                     -- of the last answer
  failures INTEGER NOT NULL CHECK (failures >= 0),     -- checks without an answer since then
  due_at TEXT NOT NULL,                                -- a run that takes the check moves this on first
  visits INTEGER NOT NULL CHECK (visits >= 0),          -- by people, in the week before the last answer
  PRIMARY KEY (link_id, offer_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX availability_checks_due ON availability_checks (retailer, due_at);
-- What an organization's people should look at.
CREATE INDEX availability_checks_unavailable ON availability_checks (organization_id, link_id, project_id)
  WHERE outcome = 'unavailable';

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

-- Who changed what, through the API or otherwise. Written in the transaction of the change.
CREATE TABLE activity (
  organization_id TEXT NOT NULL,
  id TEXT NOT NULL,                                    -- begins with its time
  at TEXT NOT NULL,
  actor_type TEXT NOT NULL CHECK (actor_type IN ('api_key', 'member', 'job')),
  actor_id TEXT NOT NULL,
  object_type TEXT NOT NULL CHECK (object_type IN ('link', 'qr_code', 'project', 'code_style', 'organization', 'domain',
    'api_key', 'member', 'saved_view', 'shared_report', 'webhook', 'export')),
  object_id TEXT NOT NULL,                             -- a code style's is that of its project, a domain's its host
  link_id TEXT,                                        -- of a link and its codes
  link_version INTEGER,                                -- counts the entries of a link from its creation, which is 1
  destination TEXT,                                    -- of the link, after the change
  changes TEXT NOT NULL CHECK (json_valid(changes)),   -- [{field, from?, to?}]
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX activity_by_link ON activity (link_id, link_version) WHERE link_id IS NOT NULL;
-- Both in order of id, which is the order of time.
CREATE INDEX activity_by_actor ON activity (organization_id, actor_type, actor_id, id);
CREATE INDEX activity_besides_links ON activity (organization_id, object_type, id) WHERE object_type <> 'link';

-- Long values of the histories of links, each once for its link: see src/audit/kept-values.ts.
CREATE TABLE activity_values (
  link_id TEXT NOT NULL,
  digest TEXT NOT NULL,                                -- SHA-256 of the value as JSON
  json TEXT NOT NULL,
  PRIMARY KEY (link_id, digest)
) STRICT;

-- The people of each organization. Their addresses stand nowhere else, so that an address is gone with its row.
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

-- UTM values that an organization saved under a name, to be put into forms.
CREATE TABLE utm_templates (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  utm TEXT NOT NULL CHECK (json_valid(utm)),           -- as tracking.utm of a link
  PRIMARY KEY (organization_id, name)
) STRICT, WITHOUT ROWID;

-- Filters and orders of the list of links that an organization saved under a name.
CREATE TABLE saved_views (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  query TEXT NOT NULL,                                 -- as the address of the list has it, without its place in the list
  created_by TEXT NOT NULL,                            -- the id of a member
  created_at TEXT NOT NULL,
  PRIMARY KEY (organization_id, name)
) STRICT, WITHOUT ROWID;

-- What an organization did with the checklist of its overview. An organization without a row did nothing with it yet.
CREATE TABLE first_steps (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  dismissed_at TEXT,                                   -- NULL: the checklist is shown until all of it is done
  example_project TEXT,                                -- the project that was made for examples; NULL: there never were any
  example_links TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(example_links)), -- the ids of the links that were made as examples
  examples_removed_at TEXT                             -- NULL: they are there
) STRICT, WITHOUT ROWID;

-- Reports of visits that people without sign-in may read at an address with a secret. They are never deleted.
CREATE TABLE shared_reports (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64), -- SHA-256, hex; the token itself is kept nowhere
  name TEXT NOT NULL,
  view TEXT NOT NULL CHECK (json_valid(view)),         -- filter, period and interval
  created_by TEXT NOT NULL,                            -- the id of a member
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX shared_reports_by_organization ON shared_reports (organization_id, id);

-- Imports of links from CSV files, and their rows. They are deleted after 30 days.
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
  bytes INTEGER NOT NULL DEFAULT 0,                    -- what its rows took when it was added
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

-- Exports of organizations. A job writes each into one archive in R2, part by part. They are deleted after a day.
CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  fingerprint TEXT NOT NULL,                           -- of the request that started it
  token TEXT NOT NULL UNIQUE CHECK (length(token) = 32), -- of the URL that downloads it
  images INTEGER NOT NULL CHECK (images IN (0, 1)),    -- whether it has the images of the codes
  short_link_origin TEXT NOT NULL,                     -- of the URLs in it
  api_origin TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done')),
  links INTEGER NOT NULL CHECK (links >= 0),           -- how many there were when it was started
  percent INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
  bytes INTEGER NOT NULL CHECK (bytes >= 0),           -- written so far
  progress TEXT NOT NULL CHECK (json_valid(progress)), -- where the job continues: see src/exports/progress.ts
  lease_id TEXT,
  leased_until TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

CREATE INDEX exports_by_organization ON exports (organization_id, created_at);
CREATE INDEX exports_running ON exports (leased_until) WHERE state = 'running';
CREATE INDEX exports_by_expiry ON exports (expires_at);

-- What each organization uses and may use. No foreign key: counting must never refuse a write.
CREATE TABLE organization_usage (
  organization_id TEXT PRIMARY KEY,
  quotas TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(quotas)), -- where not the defaults hold; see src/quotas/quota.ts
  stored_bytes INTEGER NOT NULL DEFAULT 0,
  links_day TEXT NOT NULL DEFAULT '',                  -- the UTC day of links_made, as 2026-11-21
  links_made INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- The rows that the service begins with.

-- A sample of well-known stores, so that discovery answers before any real data has come in. It is not an
-- authority: slugs, services, categories and postal codes are plausible, not checked. The first sync or import
-- takes its place (source = 'sample').
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
