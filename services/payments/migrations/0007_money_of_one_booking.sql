-- What a payment is for. Only those for the stay, or for its deposit, confirm a reservation.
ALTER TABLE payments ADD COLUMN purpose text NOT NULL DEFAULT 'stay'
  CHECK (purpose IN ('stay', 'deposit', 'balance', 'change', 'penalty'));

-- Each operation that opens payments has its own space of Idempotency-Keys. The fingerprint is that of its request.
ALTER TABLE opening_keys ADD COLUMN space text NOT NULL DEFAULT 'hold'
  CHECK (space IN ('hold', 'due_intent', 'due_session'));
ALTER TABLE opening_keys ADD COLUMN fingerprint text;
ALTER TABLE opening_keys DROP CONSTRAINT opening_keys_pkey;
ALTER TABLE opening_keys ADD CONSTRAINT opening_keys_pkey PRIMARY KEY (tenant_id, space, idempotency_key);

-- Money that the operator took, or handed back, without the provider.
CREATE TABLE offline_payments (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('stay', 'deposit', 'balance', 'change', 'penalty')),
  amount_minor_units bigint NOT NULL CHECK (amount_minor_units > 0),
  currency text NOT NULL,
  method text NOT NULL CHECK (method IN ('card', 'cash', 'transfer', 'other')),
  note text,
  returned boolean NOT NULL,
  -- Forgotten after 30 days.
  idempotency_key uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT offline_payments_key_once UNIQUE (tenant_id, idempotency_key),
  CONSTRAINT offline_payments_ledger FOREIGN KEY (tenant_id, reservation_id) REFERENCES ledgers (tenant_id, reservation_id)
);
CREATE INDEX offline_payments_of_reservation ON offline_payments (tenant_id, reservation_id);
CREATE INDEX offline_payments_with_key ON offline_payments (created_at) WHERE idempotency_key IS NOT NULL;

ALTER TABLE offline_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE offline_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY offline_payments_tenant ON offline_payments
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
DO $$
BEGIN
  EXECUTE format('CREATE POLICY offline_payments_job ON offline_payments TO %I USING (true) WITH CHECK (true)',
    current_schema() || '_job');
END
$$;


-- Late money without a settlement is recorded as a refund first, too, and sent afterwards.
DROP INDEX refunds_to_send;
CREATE INDEX refunds_to_send ON refunds (checked_at)
  WHERE state = 'pending' AND provider_refund_id IS NULL AND reason <> 'requested';
