-- UTM values that an organization saved under a name. The version that runs while this is applied does not use them.
CREATE TABLE utm_templates (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  utm TEXT NOT NULL CHECK (json_valid(utm)),
  PRIMARY KEY (organization_id, name)
) STRICT, WITHOUT ROWID;
