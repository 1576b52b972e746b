-- Reports of visits that people without sign-in may read at an address with a secret. They are never deleted. In the
-- activity they have the type 'api_key', because their address is a credential too, and to allow another type the table
-- of activities would have to be copied.
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

-- What is wrong with links, kept by the triggers below: a page that the delivery app refused for good, or products that
-- are unavailable and have no backup. An organization's list reads these rows alone.
CREATE TABLE link_problems (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  link_id TEXT NOT NULL REFERENCES links (id),
  kind TEXT NOT NULL CHECK (kind IN ('page_failed', 'products_unavailable')),
  PRIMARY KEY (organization_id, project_id, link_id, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX link_problems_by_organization ON link_problems (organization_id, link_id);
CREATE INDEX link_problems_by_link ON link_problems (link_id, kind);

CREATE TRIGGER delivery_app_pages_note_problem AFTER INSERT ON delivery_app_pages WHEN new.state = 'failed'
BEGIN
  INSERT INTO link_problems (organization_id, project_id, link_id, kind)
  SELECT organization_id, project_id, id, 'page_failed' FROM links WHERE id = new.link_id
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER delivery_app_pages_change_problem AFTER UPDATE OF state ON delivery_app_pages
WHEN new.state <> old.state
BEGIN
  DELETE FROM link_problems WHERE link_id = new.link_id AND kind = 'page_failed';
  INSERT INTO link_problems (organization_id, project_id, link_id, kind)
  SELECT organization_id, project_id, id, 'page_failed' FROM links WHERE id = new.link_id AND new.state = 'failed'
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER delivery_app_pages_forget_problem AFTER DELETE ON delivery_app_pages WHEN old.state = 'failed'
BEGIN
  DELETE FROM link_problems WHERE link_id = old.link_id AND kind = 'page_failed';
END;

CREATE TRIGGER availability_checks_note_problem AFTER INSERT ON availability_checks WHEN new.outcome = 'unavailable'
BEGIN
  INSERT INTO link_problems (organization_id, project_id, link_id, kind)
  SELECT organization_id, project_id, id, 'products_unavailable' FROM links WHERE id = new.link_id
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER availability_checks_change_problem AFTER UPDATE OF outcome ON availability_checks
WHEN new.outcome IS NOT old.outcome
BEGIN
  DELETE FROM link_problems WHERE link_id = new.link_id AND kind = 'products_unavailable';
  INSERT INTO link_problems (organization_id, project_id, link_id, kind)
  SELECT organization_id, project_id, id, 'products_unavailable' FROM links
  WHERE id = new.link_id AND new.outcome = 'unavailable'
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER availability_checks_forget_problem AFTER DELETE ON availability_checks
WHEN old.outcome = 'unavailable'
BEGIN
  DELETE FROM link_problems WHERE link_id = old.link_id AND kind = 'products_unavailable';
END;

INSERT INTO link_problems (organization_id, project_id, link_id, kind)
SELECT organization_id, project_id, id, 'page_failed' FROM delivery_app_pages JOIN links ON id = link_id
WHERE state = 'failed';

INSERT INTO link_problems (organization_id, project_id, link_id, kind)
SELECT organization_id, project_id, id, 'products_unavailable' FROM availability_checks JOIN links ON id = link_id
WHERE outcome = 'unavailable';
