-- Claims of more than 31 days are few. Marked, they are looked up on their own, and all others within 31 days of a window:
-- a search of many resources does not scan what each has taken in the year ahead.

ALTER TABLE claims ADD COLUMN is_long boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION claims_bounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An empty range has no bounds; it is refused by name, not as a missing value.
  NEW.starts_at := coalesce(lower(NEW.during), '-infinity');
  NEW.ends_at := coalesce(upper(NEW.during), '-infinity');
  NEW.is_long := isfinite(NEW.starts_at) AND NEW.ends_at > NEW.starts_at + interval '31 days';
  RETURN NEW;
END
$$;

ALTER TABLE claims NO FORCE ROW LEVEL SECURITY;
UPDATE claims SET is_long = true WHERE ends_at > starts_at + interval '31 days';
ALTER TABLE claims FORCE ROW LEVEL SECURITY;

CREATE INDEX claims_long ON claims (tenant_id, resource_id, ends_at) WHERE is_long;
