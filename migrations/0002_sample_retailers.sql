-- A sample of well-known stores, so that discovery answers before any real data has come in. It is not an
-- authority: slugs, services, categories and postal codes are plausible, not checked. The first sync or import
-- takes its place (source = 'sample').
INSERT INTO delivery_app_retailers
  (retailer_id, slug, name, search_text, services, categories, location_count, sample_postal_codes, source, updated_at)
WITH sample (retailer_id, slug, name, services, categories, sample_postal_codes) AS (VALUES
  ('aldi', 'aldi', 'ALDI', '["delivery","pickup"]', '["grocery"]', '["60601","30303","19103"]'),
  ('bjs-wholesale-club', 'bjs-wholesale-club', 'BJ''s Wholesale Club', '["delivery"]', '["grocery","wholesale"]', '["02108","11201","19103"]'),
  ('costco', 'costco', 'Costco', '["delivery"]', '["grocery","wholesale"]', '["98101","90012","60601"]'),
  ('cvs', 'cvs', 'CVS', '["delivery"]', '["pharmacy"]', '["02108","10001","90012"]'),
  ('fairway-market', 'fairway-market', 'Fairway Market', '["delivery"]', '["grocery"]', '["10001","10025"]'),
  ('food-lion', 'food-lion', 'Food Lion', '["delivery","pickup"]', '["grocery"]', '["28202","23219"]'),
  ('giant-eagle', 'giant-eagle', 'Giant Eagle', '["delivery","pickup"]', '["grocery"]', '["15222","44113"]'),
  ('harris-teeter', 'harris-teeter', 'Harris Teeter', '["delivery","pickup"]', '["grocery"]', '["28202","20001"]'),
  ('h-e-b', 'h-e-b', 'H-E-B', '["delivery"]', '["grocery"]', '["78205","77002","78701"]'),
  ('hannaford', 'hannaford', 'Hannaford', '["delivery","pickup"]', '["grocery"]', '["04101","03101"]'),
  ('jewel-osco', 'jewel-osco', 'Jewel-Osco', '["delivery","pickup"]', '["grocery"]', '["60601","60614"]'),
  ('loblaws', 'loblaws', 'Loblaws', '["delivery"]', '["grocery"]', '["M5V 2T6","K1P 1J1"]'),
  ('meijer', 'meijer', 'Meijer', '["delivery"]', '["grocery"]', '["49503","48226"]'),
  ('petco', 'petco', 'Petco', '["delivery"]', '["pets"]', '["92101","60601"]'),
  ('price-chopper', 'price-chopper', 'Price Chopper', '["delivery","pickup"]', '["grocery"]', '["12207","64106"]'),
  ('publix', 'publix', 'Publix', '["delivery","pickup"]', '["grocery"]', '["33131","30303","32801"]'),
  ('ralphs', 'ralphs', 'Ralphs', '["delivery"]', '["grocery"]', '["90012","92101"]'),
  ('restaurant-depot', 'restaurant-depot', 'Restaurant Depot', '["delivery"]', '["grocery","wholesale"]', '["11101","60601"]'),
  ('safeway', 'safeway', 'Safeway', '["delivery","pickup"]', '["grocery"]', '["94103","98101","80202"]'),
  ('sams-club', 'sams-club', 'Sam''s Club', '["delivery"]', '["grocery","wholesale"]', '["75201","77002"]'),
  ('schnucks', 'schnucks', 'Schnucks', '["delivery","pickup"]', '["grocery"]', '["63101"]'),
  ('sephora', 'sephora', 'Sephora', '["delivery"]', '["beauty"]', '["10001","94103"]'),
  ('smart-and-final', 'smart-and-final', 'Smart & Final', '["delivery"]', '["grocery"]', '["90012","92101"]'),
  ('sprouts', 'sprouts', 'Sprouts Farmers Market', '["delivery","pickup"]', '["grocery"]', '["85004","90012","80202"]'),
  ('stop-and-shop', 'stop-and-shop', 'Stop & Shop', '["delivery","pickup"]', '["grocery"]', '["02108","06103"]'),
  ('wegmans', 'wegmans', 'Wegmans', '["delivery","pickup"]', '["grocery"]', '["14604","22102"]')
)
SELECT retailer_id, slug, name,
  lower(name) || char(10) || slug || char(10) || retailer_id, -- the names are ASCII
  services, categories, json_array_length(sample_postal_codes), sample_postal_codes,
  'sample', '2026-11-01T00:00:00.000Z'
FROM sample
WHERE TRUE -- keeps ON CONFLICT from being read as part of a join
ON CONFLICT (retailer_id) DO NOTHING;
