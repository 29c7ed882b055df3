-- What an operator keeps with a booking: the operator's own reference, notes and metadata, and the guest's language.
ALTER TABLE reservations ADD COLUMN external_reference text;
ALTER TABLE reservations ADD COLUMN notes text;
ALTER TABLE reservations ADD COLUMN guest_language text;
-- Null is none.
ALTER TABLE reservations ADD COLUMN metadata jsonb;

-- A reference is one booking's until that is cancelled or has expired.
CREATE UNIQUE INDEX reservations_one_per_reference ON reservations (tenant_id, external_reference)
  WHERE external_reference IS NOT NULL AND state NOT IN ('cancelled', 'expired');
CREATE INDEX reservations_of_reference ON reservations (tenant_id, external_reference, created_at, id)
  WHERE external_reference IS NOT NULL AND state <> 'pending';

-- The metadata by key and value: only comparisons that cannot leak use an index behind row level security.
CREATE TABLE reservation_metadata (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id, key),
  CONSTRAINT reservation_metadata_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reservation_metadata_by_key ON reservation_metadata (tenant_id, key, created_at, reservation_id);
CREATE INDEX reservation_metadata_by_value ON reservation_metadata (tenant_id, key, value, created_at, reservation_id);

ALTER TABLE reservation_metadata ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_metadata FORCE ROW LEVEL SECURITY;
CREATE POLICY reservation_metadata_tenant ON reservation_metadata
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Keyed hashes of beginnings of the guest's address, of the words of the name and of the reference.
CREATE TABLE reservation_search (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  token text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token, created_at, reservation_id),
  CONSTRAINT reservation_search_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reservation_search_of_reservation ON reservation_search (tenant_id, reservation_id);

ALTER TABLE reservation_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_search FORCE ROW LEVEL SECURITY;
CREATE POLICY reservation_search_tenant ON reservation_search
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Filters of the list.
CREATE INDEX reservations_of_source ON reservations (tenant_id, source, created_at, id) WHERE state <> 'pending';
CREATE INDEX reservations_of_plan ON reservations (tenant_id, rate_plan_id, created_at, id)
  WHERE state <> 'pending' AND rate_plan_id IS NOT NULL;
CREATE INDEX reservations_of_several_units ON reservations (tenant_id, created_at, id, quantity)
  WHERE state <> 'pending' AND quantity > 1;
CREATE INDEX reservations_by_start ON reservations (tenant_id, starts_at) WHERE state <> 'pending';
CREATE INDEX reservations_by_update ON reservations (tenant_id, updated_at) WHERE state <> 'pending';
