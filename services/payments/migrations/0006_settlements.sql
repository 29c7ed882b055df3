-- What a cancellation or a no-show keeps, as reservations decided it. Whatever is here above that goes back.
CREATE TABLE settlements (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('cancellation', 'no_show')),
  keep_minor_units bigint NOT NULL CHECK (keep_minor_units >= 0),
  -- Paid to the operator outside of this service when the booking was made.
  offline_minor_units bigint NOT NULL CHECK (offline_minor_units >= 0),
  -- What was missing of the amount to keep. It only falls: a refund by the operator raises no debt.
  due_minor_units bigint NOT NULL CHECK (due_minor_units >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT settlements_one_of_reservation UNIQUE (tenant_id, reservation_id),
  CONSTRAINT settlements_ledger FOREIGN KEY (tenant_id, reservation_id) REFERENCES ledgers (tenant_id, reservation_id)
);

ALTER TABLE refunds ADD COLUMN settlement_id uuid;
ALTER TABLE refunds
  ADD CONSTRAINT refunds_settlement FOREIGN KEY (tenant_id, settlement_id) REFERENCES settlements (tenant_id, id);
ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (
  reason IN ('late', 'cancelled', 'requested', 'provider', 'cancellation', 'no_show', 'change'));
-- A refund of a settlement is recorded first and sent afterwards.
CREATE INDEX refunds_to_send ON refunds (checked_at)
  WHERE state = 'pending' AND provider_refund_id IS NULL AND settlement_id IS NOT NULL;

ALTER TABLE settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlements FORCE ROW LEVEL SECURITY;
CREATE POLICY settlements_tenant ON settlements USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
