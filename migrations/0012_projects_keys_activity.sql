-- An archived project takes no new links. The version that runs while this is applied archives none, and ignores that
-- one is archived.
ALTER TABLE projects ADD COLUMN archived_at TEXT;

-- Who issued a key. NULL in keys that the version before this one issued, which only the command line could.
ALTER TABLE api_keys ADD COLUMN issuer_type TEXT CHECK (issuer_type IN ('api_key', 'member', 'job'));
ALTER TABLE api_keys ADD COLUMN issuer_id TEXT;

CREATE INDEX projects_by_state ON projects (organization_id, (archived_at IS NULL), id);

-- The activity of one actor, and that of everything but links, which are most of it.
CREATE INDEX activity_by_actor ON activity (organization_id, actor_type, actor_id, id);
CREATE INDEX activity_besides_links ON activity (organization_id, object_type, id) WHERE object_type <> 'link';
