-- An archived project takes no new links. The version that runs while this is applied archives none.
ALTER TABLE projects ADD COLUMN archived_at TEXT;

-- Who issued a key. NULL in keys that the version before this one issued, which only the command line could.
ALTER TABLE api_keys ADD COLUMN issuer_type TEXT CHECK (issuer_type IN ('api_key', 'member', 'job'));
ALTER TABLE api_keys ADD COLUMN issuer_id TEXT;

CREATE INDEX projects_by_state ON projects (organization_id, (archived_at IS NULL), id);

-- Fails the whole transaction, as the foreign key does if there is no such project: with it, every statement that
-- inserts links refuses archived projects, without a read beforehand that another request could overtake.
CREATE TRIGGER links_refuse_archived_project BEFORE INSERT ON links
WHEN EXISTS (SELECT 1 FROM projects
  WHERE organization_id = new.organization_id AND id = new.project_id AND archived_at IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'archived project constraint failed');
END;

-- The activity of one actor, and that of everything but links, which are most of it.
CREATE INDEX activity_by_actor ON activity (organization_id, actor_type, actor_id, id);
CREATE INDEX activity_besides_links ON activity (organization_id, object_type, id) WHERE object_type <> 'link';
