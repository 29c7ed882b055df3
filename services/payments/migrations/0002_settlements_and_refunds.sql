-- What a cancellation or a no-show keeps, as reservations decided it. All that came in above that goes back.
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

ALTER TABLE settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlements FORCE ROW LEVEL SECURITY;
CREATE POLICY settlements_tenant ON settlements
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

CREATE TABLE refunds (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount_minor_units bigint NOT NULL CHECK (amount_minor_units > 0),
  currency text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed')),
  reason text NOT NULL CHECK (reason IN (
    'late', 'cancelled', 'requested', 'provider', 'cancellation', 'no_show', 'change')),
  provider_refund_id text,
  provider_key text,
  lease_owner uuid,
  leased_until timestamptz,
  checked_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL,
  settlement_id uuid,
  -- Key or operator, and request, for the history of the booking. Null for refunds that no client requested.
  requested_by jsonb,
  -- Counted as an automatic refund: once, however often its call is repeated; and until when it waits.
  admitted_at timestamptz,
  stopped_until timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT refunds_payment FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id),
  CONSTRAINT refunds_ledger FOREIGN KEY (tenant_id, reservation_id) REFERENCES ledgers (tenant_id, reservation_id),
  CONSTRAINT refunds_settlement FOREIGN KEY (tenant_id, settlement_id) REFERENCES settlements (tenant_id, id),
  CONSTRAINT refunds_lease_whole CHECK ((lease_owner IS NULL) = (leased_until IS NULL))
);
CREATE UNIQUE INDEX refunds_provider_once ON refunds (tenant_id, provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE UNIQUE INDEX refunds_key_once ON refunds (tenant_id, provider_key) WHERE provider_key IS NOT NULL;
CREATE INDEX refunds_of_reservation ON refunds (tenant_id, reservation_id);
CREATE INDEX refunds_to_check ON refunds (checked_at) WHERE state = 'pending';
-- A refund of a settlement, or of late money, is recorded first and sent afterwards.
CREATE INDEX refunds_to_send ON refunds (checked_at)
  WHERE state = 'pending' AND provider_refund_id IS NULL AND reason <> 'requested';
CREATE INDEX refunds_by_time ON refunds (tenant_id, created_at) WHERE state <> 'failed';
-- The gateway reads them in this order for its audit trail.
CREATE INDEX refunds_unrequested ON refunds (updated_at, id)
  WHERE reason <> 'requested' AND provider_refund_id IS NOT NULL;

ALTER TABLE refunds ENABLE ROW LEVEL SECURITY;
ALTER TABLE refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY refunds_tenant ON refunds
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY refunds_job ON refunds TO {{schema}}_job USING (true) WITH CHECK (true);

-- The accounts on which payments were opened, and when their refunds were last read.
CREATE TABLE refund_sweeps (
  tenant_id uuid NOT NULL,
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  swept_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id, livemode)
);
CREATE INDEX refund_sweeps_due ON refund_sweeps (swept_at);

ALTER TABLE refund_sweeps ENABLE ROW LEVEL SECURITY;
ALTER TABLE refund_sweeps FORCE ROW LEVEL SECURITY;
CREATE POLICY refund_sweeps_tenant ON refund_sweeps
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY refund_sweeps_job ON refund_sweeps TO {{schema}}_job USING (true) WITH CHECK (true);

-- Refunds that no client requested are counted by tenant and hour. Above a bound they wait for the next hour.
CREATE TABLE automatic_refund_hours (
  hour timestamptz NOT NULL,
  tenant_id uuid NOT NULL,
  -- How many were sent to the provider.
  sent integer NOT NULL CHECK (sent >= 0),
  -- How often one had to wait; the first time is reported.
  stopped integer NOT NULL CHECK (stopped >= 0),
  PRIMARY KEY (hour, tenant_id)
);

ALTER TABLE automatic_refund_hours ENABLE ROW LEVEL SECURITY;
ALTER TABLE automatic_refund_hours FORCE ROW LEVEL SECURITY;
CREATE POLICY automatic_refund_hours_tenant ON automatic_refund_hours
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY automatic_refund_hours_job ON automatic_refund_hours TO {{schema}}_job USING (true) WITH CHECK (true);
