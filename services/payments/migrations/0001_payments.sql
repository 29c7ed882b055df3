-- Who is paid, which payments were opened, and what came in.

CREATE TABLE accounts (
  tenant_id uuid PRIMARY KEY,
  provider text NOT NULL CHECK (provider = 'stripe'),
  account_id text NOT NULL,
  redirect_origins text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_tenant ON accounts
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- One row per reservation: the lock on which all changes of its money queue, and the mark that no payment is opened any more.
CREATE TABLE ledgers (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Money that is still here after its reservation has ended. Reservations decides where it goes; it is reported until then,
  -- because the event of the first report may be among the dead letters.
  unclaimed_report_at timestamptz,
  unclaimed_reports integer NOT NULL DEFAULT 0,
  -- The hold ended and was confirmed by the money that had come in: what is due later of the stay is still taken.
  only_hold_ended boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, reservation_id)
);
CREATE INDEX ledgers_unclaimed ON ledgers (unclaimed_report_at) WHERE unclaimed_report_at IS NOT NULL;

ALTER TABLE ledgers ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledgers FORCE ROW LEVEL SECURITY;
CREATE POLICY ledgers_tenant ON ledgers
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY ledgers_job ON ledgers TO {{schema}}_job USING (true) WITH CHECK (true);

-- Notifications and the reconciler look up payments before they know the tenant: hence the policies of the job role.
CREATE TABLE payments (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'intent' CHECK (kind IN ('intent', 'checkout_session')),
  attempt integer NOT NULL CHECK (attempt > 0),
  state text NOT NULL CHECK (state IN (
    'creating', 'refused', 'requires_payment', 'requires_action', 'processing', 'succeeded', 'refunded', 'failed')),
  amount_minor_units bigint NOT NULL CHECK (amount_minor_units >= 0),
  currency text NOT NULL,
  livemode boolean NOT NULL,
  -- The account at the time: a tenant may change to another one while this payment is open.
  account_id text NOT NULL,
  -- The provider's Idempotency-Key of the call that makes the intent.
  provider_key text NOT NULL,
  provider_intent_id text,
  client_secret_sealed text,
  provider_as_of timestamptz,
  last_failure text,
  expires_at timestamptz NOT NULL,
  lease_owner uuid,
  leased_until timestamptz,
  checked_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL,
  -- A checkout page of the provider, whose intent begins with the guest's first attempt to pay. Its addresses are kept so
  -- that a repeated request is the same one.
  provider_session_id text,
  success_url text,
  cancel_url text,
  -- The trace in which a payment was opened, so that later notifications of the provider can be joined to it.
  traceparent text,
  -- Only payments for the stay, or for its deposit, confirm a reservation.
  purpose text NOT NULL DEFAULT 'stay'
    CHECK (purpose IN ('stay', 'deposit', 'balance', 'change', 'penalty')),
  -- When the money came in according to the provider.
  paid_at timestamptz,
  -- When the ledger first had the payment as paid, by the clock of this database: what landed after a stay had ended goes
  -- back. Null for payments that are not paid.
  landed_at timestamptz,
  -- Key or operator, and request, for the history of the booking.
  requested_by jsonb,
  -- When confirm last began to read the payment from the provider: processes share the right to do so, once in a while.
  provider_read_at timestamptz,
  -- The charges of the payment for a hold that the provider declined; there are few, because the payment is ended then.
  declined_charges text[] NOT NULL DEFAULT '{}',
  CONSTRAINT payments_ledger FOREIGN KEY (tenant_id, reservation_id) REFERENCES ledgers (tenant_id, reservation_id),
  CONSTRAINT payments_attempt_once UNIQUE (tenant_id, reservation_id, attempt),
  CONSTRAINT payments_placed_has_intent CHECK (
    kind <> 'intent' OR (state IN ('creating', 'refused')) = (provider_intent_id IS NULL)),
  CONSTRAINT payments_page_has_addresses CHECK (
    (kind = 'checkout_session') = (success_url IS NOT NULL AND cancel_url IS NOT NULL)),
  CONSTRAINT payments_placed_has_page CHECK (
    kind <> 'checkout_session'
    OR (state IN ('creating', 'refused')) = (provider_session_id IS NULL AND provider_intent_id IS NULL)),
  CONSTRAINT payments_paid_has_intent CHECK (
    state NOT IN ('succeeded', 'refunded') OR provider_intent_id IS NOT NULL),
  CONSTRAINT payments_lease_whole CHECK ((lease_owner IS NULL) = (leased_until IS NULL))
);
CREATE UNIQUE INDEX payments_one_live_attempt ON payments (tenant_id, reservation_id)
  WHERE state IN ('creating', 'requires_payment', 'requires_action', 'processing');
-- The provider's notifications do not name the tenant.
CREATE UNIQUE INDEX payments_intent_once ON payments (provider_intent_id) WHERE provider_intent_id IS NOT NULL;
CREATE INDEX payments_to_check ON payments (checked_at)
  WHERE state IN ('creating', 'requires_payment', 'requires_action', 'processing');
CREATE UNIQUE INDEX payments_session_once ON payments (provider_session_id) WHERE provider_session_id IS NOT NULL;
CREATE INDEX payments_by_time ON payments (tenant_id, coalesce(paid_at, provider_as_of))
  WHERE state IN ('succeeded', 'refunded');

-- While a table has no statistics, the planner estimates all indexes that begin with the tenant alike and takes the youngest
-- of them. So the primary key is made last: rows are found by it, and not by payments_attempt_once and a filter.
ALTER TABLE payments ADD PRIMARY KEY (tenant_id, id);

ALTER TABLE payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
CREATE POLICY payments_tenant ON payments
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY payments_job ON payments TO {{schema}}_job USING (true) WITH CHECK (true);

-- Idempotency-Keys of operations that open payments, bound to the payment that was the answer; for 30 days. Each operation
-- has its own space of keys. The fingerprint is that of its request. The primary key is made last, as that of payments.
CREATE TABLE opening_keys (
  tenant_id uuid NOT NULL,
  idempotency_key uuid NOT NULL,
  reservation_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  space text NOT NULL DEFAULT 'hold'
    CHECK (space IN ('hold', 'due_intent', 'due_session')),
  fingerprint text,
  CONSTRAINT opening_keys_payment FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id)
);
CREATE INDEX opening_keys_of_reservation ON opening_keys (tenant_id, reservation_id);
CREATE INDEX opening_keys_by_age ON opening_keys (created_at);
ALTER TABLE opening_keys ADD PRIMARY KEY (tenant_id, space, idempotency_key);

ALTER TABLE opening_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY opening_keys_tenant ON opening_keys
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY opening_keys_job ON opening_keys TO {{schema}}_job USING (true) WITH CHECK (true);

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
  -- Removed after 30 days.
  idempotency_key uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT offline_payments_key_once UNIQUE (tenant_id, idempotency_key),
  CONSTRAINT offline_payments_ledger FOREIGN KEY (tenant_id, reservation_id) REFERENCES ledgers (tenant_id, reservation_id)
);
CREATE INDEX offline_payments_of_reservation ON offline_payments (tenant_id, reservation_id);
CREATE INDEX offline_payments_with_key ON offline_payments (created_at) WHERE idempotency_key IS NOT NULL;
CREATE INDEX offline_payments_by_time ON offline_payments (tenant_id, created_at);

ALTER TABLE offline_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE offline_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY offline_payments_tenant ON offline_payments
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY offline_payments_job ON offline_payments TO {{schema}}_job USING (true) WITH CHECK (true);
