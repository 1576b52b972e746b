-- When a link leads on: schema.sql says what the columns mean.
ALTER TABLE links ADD COLUMN active_from TEXT;
ALTER TABLE links ADD COLUMN active_until TEXT;
ALTER TABLE links ADD COLUMN ended_url TEXT;

CREATE INDEX links_by_schedule ON links (organization_id, id)
  WHERE active_from IS NOT NULL OR active_until IS NOT NULL;
CREATE INDEX links_by_end ON links (organization_id, active_until) WHERE active_until IS NOT NULL;
