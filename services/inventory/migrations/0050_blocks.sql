-- Units that the tenant takes off sale. The claims are derived from it, in the same transaction.
CREATE TABLE blocks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_id uuid NOT NULL,
  kind text NOT NULL,
  units integer NOT NULL,
  note text,
  -- On the axis of the resource, as the claims are.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- The same in exact time, by the times and the zone that the resource had when the dates were set.
  starts_at_instant timestamptz NOT NULL,
  ends_at_instant timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- How often the dates changed, and when they last did.
  revision integer NOT NULL DEFAULT 0,
  dates_changed_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id),
  CONSTRAINT blocks_kind_known CHECK (kind IN ('out_of_order', 'owner_stay', 'other')),
  CONSTRAINT blocks_take_units CHECK (units > 0),
  CONSTRAINT blocks_take_time CHECK (starts_at < ends_at)
);
CREATE INDEX blocks_in_order ON blocks (tenant_id, created_at, id);
CREATE INDEX blocks_of_resource ON blocks (tenant_id, resource_id, ends_at);
-- For the number of those that are not over.
CREATE INDEX blocks_by_end ON blocks (tenant_id, ends_at_instant);

ALTER TABLE blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY blocks_tenant ON blocks
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- The Idempotency-Keys of blocks, for 30 days. A block that was deleted keeps its key.
CREATE TABLE block_keys (
  tenant_id uuid NOT NULL,
  idempotency_key uuid NOT NULL,
  fingerprint text NOT NULL,
  block_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, idempotency_key)
);
CREATE INDEX block_keys_by_age ON block_keys (created_at);

ALTER TABLE block_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE block_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY block_keys_tenant ON block_keys
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
-- For the purge.
CREATE POLICY block_keys_job ON block_keys TO {{schema}}_job USING (true) WITH CHECK (true);

-- The block that a claim belongs to; null for stays and imported blocks.
ALTER TABLE claims ADD COLUMN block_id uuid;
