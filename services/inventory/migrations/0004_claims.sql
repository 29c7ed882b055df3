-- The only record of what is taken: a lease or a lasting claim on units of a resource over a window.

-- `during` is on the resource's own axis: for lodging [arrival date 00:00Z, departure date 00:00Z) of local dates, so
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
  -- The resource had one unit when the claim was made, so that no second one may overlap it.
  exclusive boolean NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Kept equal to the bounds of `during` by the trigger below. The operators of ranges are not leakproof, so a query under
  -- row level security cannot use an index on `during`; it can use one on these two.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Null while the stay is held.
  confirmed_at timestamptz,
  -- When the guest left: the units stay taken up to the end of the stay, but no guest is there who could be in a conflict.
  left_at timestamptz,
  -- Claims of more than 31 days are few. Marked, they are looked up on their own, and all others within 31 days of a window:
  -- a search of many resources does not scan what each has taken in the year ahead.
  is_long boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, claim_id),
  FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id),
  CONSTRAINT claims_kind_known CHECK (kind IN ('reservation', 'external_block')),
  CONSTRAINT claims_state_known CHECK (state IN ('held', 'confirmed')),
  CONSTRAINT claims_held_expire CHECK ((state = 'held') = (expires_at IS NOT NULL)),
  CONSTRAINT claims_take_units CHECK (units > 0),
  -- An empty range overlaps nothing, so the constraint below would not refuse it.
  CONSTRAINT claims_take_time CHECK (NOT isempty(during)),
  CONSTRAINT claims_half_open CHECK (lower_inc(during) AND NOT upper_inc(during)),
  -- No query looks further ahead than this: longer blocks are stored in parts.
  CONSTRAINT claims_not_too_long CHECK (ends_at <= starts_at + interval '400 days'),
  -- A second guard behind the resource's lock, which decides first and without deadlocks.
  CONSTRAINT claims_no_overlap EXCLUDE USING gist (resource_id WITH =, during WITH &&)
    WHERE (kind = 'reservation' AND exclusive)
);
-- No index has state or expires_at, so that confirming a claim touches none.
CREATE INDEX claims_by_end ON claims (tenant_id, resource_id, ends_at, starts_at);

CREATE INDEX claims_long ON claims (tenant_id, resource_id, ends_at) WHERE is_long;

CREATE FUNCTION claims_bounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An empty range has no bounds; it is refused by name, not as a missing value.
  NEW.starts_at := coalesce(lower(NEW.during), '-infinity');
  NEW.ends_at := coalesce(upper(NEW.during), '-infinity');
  NEW.is_long := isfinite(NEW.starts_at) AND NEW.ends_at > NEW.starts_at + interval '31 days';
  RETURN NEW;
END
$$;
CREATE TRIGGER claims_bounds BEFORE INSERT OR UPDATE OF during, starts_at, ends_at ON claims
  FOR EACH ROW EXECUTE FUNCTION claims_bounds();

ALTER TABLE claims ENABLE ROW LEVEL SECURITY;
ALTER TABLE claims FORCE ROW LEVEL SECURITY;
CREATE POLICY claims_tenant ON claims
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- The tombstones: a claim that arrives after its own release finds this, and is refused.
CREATE TABLE claim_releases (
  tenant_id uuid NOT NULL,
  claim_id uuid NOT NULL,
  reason text NOT NULL,
  released_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, claim_id),
  CONSTRAINT claim_releases_reason_known CHECK (reason IN ('expired', 'cancelled', 'abandoned', 'no_show'))
);

ALTER TABLE claim_releases ENABLE ROW LEVEL SECURITY;
ALTER TABLE claim_releases FORCE ROW LEVEL SECURITY;
CREATE POLICY claim_releases_tenant ON claim_releases
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
