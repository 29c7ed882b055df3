-- A reservation is one row. The row is also the idempotency record of the request that opened it.

CREATE TABLE reservations (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  livemode boolean NOT NULL,
  state text NOT NULL,
  version integer NOT NULL,
  resource_id uuid NOT NULL,
  room_type_id uuid,
  rate_plan_id uuid,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  time_zone text NOT NULL,
  quantity integer NOT NULL,
  occupancy_adults integer,
  occupancy_children integer NOT NULL,
  total_minor_units bigint NOT NULL,
  currency text NOT NULL,
  source text NOT NULL,
  -- Personal data; never in an event or a log line.
  guest_email text,
  hold_expires_at timestamptz,
  quote_id uuid,
  idempotency_key uuid,
  fingerprint text,
  -- Who works on the row, fenced by number: opening it, sweeping it, or ending it after its hold lapsed.
  attempt integer NOT NULL DEFAULT 1,
  attempt_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT reservations_one_per_key UNIQUE (tenant_id, idempotency_key),
  CONSTRAINT reservations_one_per_quote UNIQUE (tenant_id, quote_id),
  CONSTRAINT reservations_known_state CHECK (state IN
    ('pending', 'held', 'confirmed', 'cancelled', 'checked_in', 'checked_out', 'no_show', 'expired')),
  CONSTRAINT reservations_known_source CHECK (source IN ('direct', 'manual')),
  CONSTRAINT reservations_hold_has_end CHECK (
    CASE WHEN state IN ('pending', 'held', 'expired') THEN hold_expires_at IS NOT NULL
         WHEN state = 'cancelled' THEN true
         ELSE hold_expires_at IS NULL END),
  CONSTRAINT reservations_window CHECK (starts_at < ends_at),
  CONSTRAINT reservations_quantity CHECK (quantity > 0),
  CONSTRAINT reservations_total CHECK (total_minor_units >= 0)
);

CREATE INDEX reservations_in_order ON reservations (tenant_id, created_at, id);
CREATE INDEX reservations_pending ON reservations (created_at) WHERE state = 'pending';
CREATE INDEX reservations_held ON reservations (hold_expires_at) WHERE state = 'held';
CREATE INDEX reservations_with_key ON reservations (created_at) WHERE idempotency_key IS NOT NULL;

ALTER TABLE reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY reservations_tenant ON reservations
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
-- The timers look for what has lapsed across tenants.
CREATE POLICY reservations_job ON reservations TO {{schema}}_job USING (true) WITH CHECK (true);
