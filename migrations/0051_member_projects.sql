-- The projects that a member may use, as a JSON list of ids; NULL: all of them, as before. The version before this one does
-- not know the column and treats every member as one of all projects.
ALTER TABLE members ADD COLUMN projects TEXT CHECK (projects IS NULL OR json_valid(projects));
