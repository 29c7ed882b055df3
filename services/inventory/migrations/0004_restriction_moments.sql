-- The moments with which a restriction was put. Its dates decide; these only let it be read back as it was written. Null
-- where it was set by dates, or where a later change cut it at another date.

ALTER TABLE restrictions ADD COLUMN from_at timestamptz, ADD COLUMN to_at timestamptz;
