-- What is kept of a stay that was cancelled, or whose guest did not come: decided in the transaction that moves the
-- state. Payments is asked to return the rest until it has answered.

-- Null for bookings that were confirmed before.
ALTER TABLE reservations ADD COLUMN confirmed_at timestamptz;
-- Paid to the operator when the booking was made. Null where the row was inserted by an earlier version of the service.
ALTER TABLE reservations ADD COLUMN paid_offline boolean;

CREATE TABLE settlements (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cancellation', 'no_show')),
  -- The whole penalty, also where less has come in.
  keep_minor_units bigint NOT NULL CHECK (keep_minor_units >= 0),
  -- What was paid to the operator; no refund is made of it.
  offline_minor_units bigint NOT NULL CHECK (offline_minor_units >= 0),
  -- Null where no policy decided.
  policy_code text,
  -- The index of a step, or what else decided.
  step text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled')),
  -- What payments answered last; null until it has answered.
  outcome jsonb,
  -- Money moved while payments was being asked: its answer may be old.
  ask_again boolean NOT NULL DEFAULT false,
  -- Incremented by each attempt of the timer: an attempt that names an old number records nothing.
  attempt integer NOT NULL DEFAULT 1,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT settlements_one_of_reservation UNIQUE (tenant_id, reservation_id),
  CONSTRAINT settlements_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX settlements_open ON settlements (next_attempt_at) WHERE state = 'open';

ALTER TABLE settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlements FORCE ROW LEVEL SECURITY;
CREATE POLICY settlements_tenant ON settlements
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY settlements_job ON settlements TO {{schema}}_job USING (true) WITH CHECK (true);
