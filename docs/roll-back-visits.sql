-- Puts the visits that were counted in visit_days since the migration into visit_counts, for the version before it. That
-- version's job adds what it finds there beyond `totalled` to its totals. See docs/storage.md.
--
-- Days are those of UTC. Visits of an organization that has chosen another time zone since are under the hours of that zone.
-- Visits of visit_days that were carried over from visit_counts are there already: each number is set, and not added.
-- What the version before has counted itself and was not carried over yet is kept on top. The triggers on visit_counts take
-- all of this for visits that are new, and so they are noted as carried over.
CREATE TABLE visit_restored AS
  WITH RECURSIVE place (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM place WHERE number < 23),
    cell AS (
      SELECT link_id, day || 'T' || printf('%02d', number) AS hour, substr(part.key, 2) AS qr_identifier,
        substr(leaf.key, 1, 2) AS country,
        CASE substr(leaf.key, 3) WHEN 'p' THEN 'phone' WHEN 't' THEN 'tablet' WHEN 'd' THEN 'desktop' ELSE 'other' END AS device,
        CASE substr(leaf.key, 3) WHEN 'r' THEN 'robot' WHEN 'v' THEN 'preview' ELSE 'person' END AS visitor,
        CAST(substr(leaf.value, instr(leaf.value, char(97 + number)) + 1) AS INTEGER) AS visits
      FROM visit_days CROSS JOIN json_each(counts) AS part CROSS JOIN json_each(part.value) AS leaf CROSS JOIN place
      WHERE link_id <> '' AND day >= (SELECT date(begun, '-1 day') FROM visit_carry_state)
        AND (SELECT phase FROM visit_carry_state) <> 'counts'
        AND part.key LIKE ':%' AND instr(leaf.value, char(97 + number)) > 0)
  SELECT link_id, hour, qr_identifier, country, device, visitor, sum(visits) + coalesce((
      SELECT late.visits - late.carried FROM visit_late_counts AS late
      WHERE (late.link_id, late.hour, late.qr_identifier, late.country, late.device, late.visitor)
        = (cell.link_id, cell.hour, cell.qr_identifier, cell.country, cell.device, cell.visitor)), 0) AS visits,
    coalesce((SELECT counter.visits FROM visit_counts AS counter
      WHERE (counter.link_id, counter.hour, counter.qr_identifier, counter.country, counter.device, counter.visitor)
        = (cell.link_id, cell.hour, cell.qr_identifier, cell.country, cell.device, cell.visitor)), 0) AS counted
  FROM cell GROUP BY 1, 2, 3, 4, 5, 6;
DELETE FROM visit_restored WHERE visits <= counted;
INSERT INTO visit_counts (link_id, hour, qr_identifier, country, device, visitor, visits)
  SELECT link_id, hour, qr_identifier, country, device, visitor, visits FROM visit_restored WHERE TRUE
  ON CONFLICT (link_id, hour, qr_identifier, country, device, visitor) DO UPDATE SET visits = excluded.visits;
UPDATE visit_late_counts SET carried = carried + restored.visits - restored.counted
  FROM visit_restored AS restored
  WHERE (visit_late_counts.link_id, visit_late_counts.hour, visit_late_counts.qr_identifier, visit_late_counts.country,
      visit_late_counts.device, visit_late_counts.visitor)
    = (restored.link_id, restored.hour, restored.qr_identifier, restored.country, restored.device, restored.visitor);
DROP TABLE visit_restored;
