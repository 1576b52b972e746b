-- What a month of visits keeps takes a third of its space: a letter for each day, as schema.sql describes. The new version reads both
-- forms, and writes the new one when it adds a day to a month. The view shows both.
DROP VIEW visits;

CREATE VIEW visits AS
WITH RECURSIVE day (value, letter) AS (
  SELECT 1, 'A' UNION ALL SELECT value + 1, substr('ABCDEFGHIJKLMNOPQRSTUVWXYZabcde', value + 1, 1) FROM day WHERE value < 31),
kind AS (
  SELECT organization_id, project_id, link_id, substr(day, 1, 7) AS month, day, CAST(hour.key AS INTEGER) AS hour,
    code.key AS code, kind.key AS kind, retailer, hour.value AS visits
  FROM visit_days, json_each(counts) AS code, json_each(code.value) AS kind, json_each(kind.value) AS hour
  WHERE link_id <> ''
  UNION ALL
  SELECT organization_id, project_id, link_id, month, month || printf('-%02d', day.value), NULL, code.key, kind.key, retailer,
    CASE kind.type WHEN 'text' THEN max(CAST(substr(kind.value, instr(kind.value, day.letter) + 1) AS INTEGER), 1)
      ELSE coalesce(kind.value ->> (day.value - 1), kind.value ->> CAST(day.value - 1 AS TEXT)) END
  FROM visit_months, json_each(counts) AS code, json_each(code.value) AS kind CROSS JOIN day
  WHERE link_id <> '' AND iif(kind.type = 'text', instr(kind.value, day.letter),
    coalesce(kind.value ->> (day.value - 1), kind.value ->> CAST(day.value - 1 AS TEXT))) > 0)
SELECT organization_id AS organization, project_id AS project, link_id AS link, month, day,
  hour,                                                -- from the start of the day; NULL: no longer stored
  CASE substr(kind, 4) WHEN 'robot' THEN 'robots' WHEN 'preview' THEN 'previews'
    ELSE iif(code = '', 'clicks', 'scans') END AS class,
  code,                                                -- '': none
  substr(kind, 1, 2) AS country,
  iif(substr(kind, 4) IN ('robot', 'preview'), NULL, substr(kind, 4)) AS device,
  retailer, visits
FROM kind;
