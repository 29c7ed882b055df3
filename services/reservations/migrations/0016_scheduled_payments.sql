-- What is due later of a stay that was sold with a deposit. Its day is told once, and it is paid once the total is here.
CREATE TABLE scheduled_payments (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose = 'balance'),
  amount_minor_units bigint NOT NULL CHECK (amount_minor_units > 0),
  due_at timestamptz NOT NULL,
  -- `void`: the stay ended before.
  state text NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'due', 'paid', 'void')),
  -- When the state is looked at next; also the lease of the process that looks.
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id, purpose),
  CONSTRAINT scheduled_payments_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_payments_open ON scheduled_payments (next_attempt_at) WHERE state IN ('scheduled', 'due');

ALTER TABLE scheduled_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE scheduled_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY scheduled_payments_tenant ON scheduled_payments
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY scheduled_payments_job ON scheduled_payments TO {{schema}}_job USING (true) WITH CHECK (true);
