-- The key or address that the delivery app refused, as a hash: once another one is configured, the page is asked for at
-- once. The version that runs while this is applied leaves it NULL.
ALTER TABLE delivery_app_pages ADD COLUMN refused_by TEXT;
CREATE INDEX delivery_app_pages_refused ON delivery_app_pages (refused_by) WHERE refused_by IS NOT NULL;
