-- How codes look: of one code, and of all codes of a project that have no style of their own.
ALTER TABLE qr_codes ADD COLUMN style TEXT CHECK (style IS NULL OR json_valid(style));

CREATE TABLE code_styles (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  style TEXT NOT NULL CHECK (json_valid(style)),       -- '{}': plain
  revision INTEGER NOT NULL CHECK (revision >= 1),
  PRIMARY KEY (organization_id, project_id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT, WITHOUT ROWID;
