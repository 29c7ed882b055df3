-- Money that has to go back: decided in the transaction that ends the hold, sent by a timer until payments has recorded it.

-- Set with the obligation, under the lock of the row: nothing confirms the reservation afterwards. The check also holds for
-- the previous version of the service, which runs beside this one during a rollout.
ALTER TABLE reservations ADD COLUMN refund_decided boolean NOT NULL DEFAULT false;
ALTER TABLE reservations ADD CONSTRAINT reservations_refund_is_final CHECK (NOT refund_decided OR state = 'expired');

CREATE TABLE refund_obligations (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  cause text NOT NULL,
  -- Null: everything that came in, and whatever comes in later.
  amount_minor_units bigint,
  decided_at timestamptz NOT NULL,
  -- When payments had recorded it. A payment that arrives later opens the obligation again.
  settled_at timestamptz,
  -- Incremented by each attempt, and when it is opened again: an attempt that names an old number settles nothing.
  attempt integer NOT NULL DEFAULT 1,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id, cause),
  CONSTRAINT refund_obligations_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT refund_obligations_amount CHECK (amount_minor_units > 0)
);
CREATE INDEX refund_obligations_open ON refund_obligations (next_attempt_at) WHERE settled_at IS NULL;

ALTER TABLE refund_obligations ENABLE ROW LEVEL SECURITY;
ALTER TABLE refund_obligations FORCE ROW LEVEL SECURITY;
CREATE POLICY refund_obligations_tenant ON refund_obligations
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY refund_obligations_job ON refund_obligations TO {{schema}}_job USING (true) WITH CHECK (true);
