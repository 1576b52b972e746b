-- What accompanies a link is kept for each offer of a choice too. A version of the service that knows no offers looks for
-- link_id, finds the rows of links alone, and goes on writing them: that column stays unique by itself.

CREATE TABLE delivery_app_routes_by_part (
  link_id TEXT UNIQUE REFERENCES links (id),
  choice_id TEXT REFERENCES links (id),
  offer_key TEXT NOT NULL DEFAULT '',
  of_link TEXT NOT NULL GENERATED ALWAYS AS (coalesce(link_id, choice_id)) VIRTUAL,
  routes TEXT CHECK (routes IS NULL OR json_valid(routes)),
  refreshed_at TEXT NOT NULL,
  UNIQUE (of_link, offer_key),
  CHECK ((link_id IS NULL) = (offer_key <> '') AND (choice_id IS NULL) = (offer_key = ''))
) STRICT;
INSERT INTO delivery_app_routes_by_part (link_id, routes, refreshed_at)
  SELECT link_id, routes, refreshed_at FROM delivery_app_routes;
DROP TABLE delivery_app_routes;
ALTER TABLE delivery_app_routes_by_part RENAME TO delivery_app_routes;
CREATE INDEX delivery_app_routes_by_refresh ON delivery_app_routes (refreshed_at);

CREATE TABLE delivery_app_pages_by_part (
  link_id TEXT UNIQUE REFERENCES links (id),
  choice_id TEXT REFERENCES links (id),
  offer_key TEXT NOT NULL DEFAULT '',
  of_link TEXT NOT NULL GENERATED ALWAYS AS (coalesce(link_id, choice_id)) VIRTUAL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'made', 'failed')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_attempt_at TEXT,
  last_error TEXT,
  page_url TEXT,
  made_at TEXT,
  expires_at TEXT,
  lease_id TEXT,
  leased_until TEXT,
  refused_by TEXT,
  UNIQUE (of_link, offer_key),
  CHECK ((link_id IS NULL) = (offer_key <> '') AND (choice_id IS NULL) = (offer_key = ''))
) STRICT;
INSERT INTO delivery_app_pages_by_part (link_id, state, attempts, next_attempt_at, last_error, page_url, made_at, expires_at, lease_id, leased_until, refused_by)
  SELECT link_id, state, attempts, next_attempt_at, last_error, page_url, made_at, expires_at, lease_id, leased_until, refused_by FROM delivery_app_pages;
DROP TABLE delivery_app_pages;
ALTER TABLE delivery_app_pages_by_part RENAME TO delivery_app_pages;
CREATE INDEX delivery_app_pages_refused ON delivery_app_pages (refused_by) WHERE refused_by IS NOT NULL;
CREATE INDEX delivery_app_pages_due ON delivery_app_pages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX delivery_app_pages_ending ON delivery_app_pages (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE availability_checks_by_part (
  link_id TEXT UNIQUE REFERENCES links (id),
  choice_id TEXT REFERENCES links (id),
  offer_key TEXT NOT NULL DEFAULT '',
  of_link TEXT NOT NULL GENERATED ALWAYS AS (coalesce(link_id, choice_id)) VIRTUAL,
  retailer TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('available', 'replaced', 'unavailable', 'unknown')),
  product_ids TEXT CHECK (product_ids IS NULL OR json_valid(product_ids)),
  checked_at TEXT,
  failures INTEGER NOT NULL CHECK (failures >= 0),
  due_at TEXT NOT NULL,
  visits INTEGER NOT NULL CHECK (visits >= 0),
  UNIQUE (of_link, offer_key),
  CHECK ((link_id IS NULL) = (offer_key <> '') AND (choice_id IS NULL) = (offer_key = ''))
) STRICT;
INSERT INTO availability_checks_by_part (link_id, retailer, outcome, product_ids, checked_at, failures, due_at, visits)
  SELECT link_id, retailer, outcome, product_ids, checked_at, failures, due_at, visits FROM availability_checks;
DROP TABLE availability_checks;
ALTER TABLE availability_checks_by_part RENAME TO availability_checks;
CREATE INDEX availability_checks_due ON availability_checks (retailer, due_at);

CREATE TRIGGER delivery_app_pages_note_problem AFTER INSERT ON delivery_app_pages WHEN new.state = 'failed'
BEGIN
  INSERT INTO link_problems (organization_id, project_id, link_id, kind)
  SELECT organization_id, project_id, id, 'page_failed' FROM links WHERE id = new.of_link
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER delivery_app_pages_change_problem AFTER UPDATE OF state ON delivery_app_pages
WHEN new.state <> old.state
BEGIN
  DELETE FROM link_problems WHERE link_id = new.of_link AND kind = 'page_failed';
  INSERT INTO link_problems (organization_id, project_id, link_id, kind)
  SELECT organization_id, project_id, id, 'page_failed' FROM links
  WHERE id = new.of_link
    AND EXISTS (SELECT 1 FROM delivery_app_pages WHERE of_link = new.of_link AND state = 'failed')
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER delivery_app_pages_forget_problem AFTER DELETE ON delivery_app_pages WHEN old.state = 'failed'
BEGIN
  DELETE FROM link_problems WHERE link_id = old.of_link AND kind = 'page_failed'
    AND NOT EXISTS (SELECT 1 FROM delivery_app_pages WHERE of_link = old.of_link AND state = 'failed');
END;

CREATE TRIGGER availability_checks_note_problem AFTER INSERT ON availability_checks WHEN new.outcome = 'unavailable'
BEGIN
  INSERT INTO link_problems (organization_id, project_id, link_id, kind)
  SELECT organization_id, project_id, id, 'products_unavailable' FROM links WHERE id = new.of_link
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER availability_checks_change_problem AFTER UPDATE OF outcome ON availability_checks
WHEN new.outcome IS NOT old.outcome
BEGIN
  DELETE FROM link_problems WHERE link_id = new.of_link AND kind = 'products_unavailable';
  INSERT INTO link_problems (organization_id, project_id, link_id, kind)
  SELECT organization_id, project_id, id, 'products_unavailable' FROM links
  WHERE id = new.of_link
    AND EXISTS (SELECT 1 FROM availability_checks WHERE of_link = new.of_link AND outcome = 'unavailable')
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER availability_checks_forget_problem AFTER DELETE ON availability_checks
WHEN old.outcome = 'unavailable'
BEGIN
  DELETE FROM link_problems WHERE link_id = old.of_link AND kind = 'products_unavailable'
    AND NOT EXISTS (SELECT 1 FROM availability_checks WHERE of_link = old.of_link AND outcome = 'unavailable');
END;
