-- The one truth about what is taken: a lease or a lasting claim on units of a resource over a window.

-- `during` lives on the resource's own axis: for lodging [arrival date 00:00Z, departure date 00:00Z) of local dates, so
-- that neither DST nor a new time zone moves a claim; for a generic resource the exact instants.
-- In force: confirmed, or held and not past expires_at by this database's clock.
CREATE TABLE claims (
  tenant_id uuid NOT NULL,
  claim_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  during tstzrange NOT NULL,
  units integer NOT NULL,
  -- The resource had one unit when the claim was made, so that no second one may lie over it.
  exclusive boolean NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Kept equal to the bounds of `during` by the trigger below. The operators of ranges are not leakproof, so an index on
  -- `during` is out of reach of a query under row level security; these two are within it.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, claim_id),
  FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id),
  CONSTRAINT claims_kind_known CHECK (kind IN ('reservation', 'external_block')),
  CONSTRAINT claims_state_known CHECK (state IN ('held', 'confirmed')),
  CONSTRAINT claims_held_expire CHECK ((state = 'held') = (expires_at IS NOT NULL)),
  CONSTRAINT claims_take_units CHECK (units > 0),
  -- An empty range overlaps nothing, so it would slip past the constraint below.
  CONSTRAINT claims_take_time CHECK (NOT isempty(during)),
  CONSTRAINT claims_half_open CHECK (lower_inc(during) AND NOT upper_inc(during)),
  -- The look-up searches no further ahead than this: longer blocks are kept in parts.
  CONSTRAINT claims_not_too_long CHECK (ends_at <= starts_at + interval '400 days'),
  -- Behind the resource's lock, which decides first and without deadlocks.
  CONSTRAINT claims_no_overlap EXCLUDE USING gist (resource_id WITH =, during WITH &&)
    WHERE (kind = 'reservation' AND exclusive)
);
-- Neither state nor expires_at stands in an index, so that confirming a claim touches none.
CREATE INDEX claims_by_end ON claims (tenant_id, resource_id, ends_at, starts_at);

CREATE FUNCTION claims_bounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An empty range has no bounds; it is refused by name, not as a missing value.
  NEW.starts_at := coalesce(lower(NEW.during), '-infinity');
  NEW.ends_at := coalesce(upper(NEW.during), '-infinity');
  RETURN NEW;
END
$$;
CREATE TRIGGER claims_bounds BEFORE INSERT OR UPDATE OF during, starts_at, ends_at ON claims
  FOR EACH ROW EXECUTE FUNCTION claims_bounds();

-- The tombstones: a claim that arrives after its own release finds this, and is refused.
CREATE TABLE claim_releases (
  tenant_id uuid NOT NULL,
  claim_id uuid NOT NULL,
  reason text NOT NULL,
  released_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, claim_id),
  CONSTRAINT claim_releases_reason_known CHECK (reason IN ('expired', 'cancelled', 'abandoned', 'no_show'))
);

DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['claims', 'claim_releases'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', kept);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', kept);
    EXECUTE format(
      'CREATE POLICY %I ON %I USING (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)'
      ' WITH CHECK (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      kept || '_tenant', kept);
  END LOOP;
END
$$;
