-- Who is paid, what was asked for, what came in and what went back; and what the provider told us.

CREATE TABLE accounts (
  tenant_id uuid PRIMARY KEY,
  provider text NOT NULL CHECK (provider = 'stripe'),
  account_id text NOT NULL,
  redirect_origins text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- One row per reservation: the lock on which all its money moves queue, and the mark that nothing is opened any more.
CREATE TABLE ledgers (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, reservation_id)
);

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
  -- The account at the time: a tenant may move to another one while this payment lives.
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
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT payments_ledger FOREIGN KEY (tenant_id, reservation_id) REFERENCES ledgers (tenant_id, reservation_id),
  CONSTRAINT payments_attempt_once UNIQUE (tenant_id, reservation_id, attempt),
  CONSTRAINT payments_placed_has_intent CHECK (
    kind <> 'intent' OR (state IN ('creating', 'refused')) = (provider_intent_id IS NULL)),
  CONSTRAINT payments_lease_whole CHECK ((lease_owner IS NULL) = (leased_until IS NULL))
);
CREATE UNIQUE INDEX payments_one_live_attempt ON payments (tenant_id, reservation_id)
  WHERE state IN ('creating', 'requires_payment', 'requires_action', 'processing');
-- Asked by the provider's notifications, which know no tenant.
CREATE UNIQUE INDEX payments_intent_once ON payments (provider_intent_id) WHERE provider_intent_id IS NOT NULL;
CREATE INDEX payments_to_check ON payments (checked_at)
  WHERE state IN ('creating', 'requires_payment', 'requires_action', 'processing');

-- Idempotency-Keys of open-intent: one space per tenant, bound to the payment they were answered with.
CREATE TABLE opening_keys (
  tenant_id uuid NOT NULL,
  idempotency_key uuid NOT NULL,
  reservation_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, idempotency_key),
  CONSTRAINT opening_keys_payment FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id)
);
CREATE INDEX opening_keys_of_reservation ON opening_keys (tenant_id, reservation_id);

CREATE TABLE refunds (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount_minor_units bigint NOT NULL CHECK (amount_minor_units > 0),
  currency text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed')),
  reason text NOT NULL CHECK (reason IN ('late', 'cancelled', 'requested', 'provider')),
  provider_refund_id text,
  provider_key text,
  lease_owner uuid,
  leased_until timestamptz,
  checked_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT refunds_payment FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id),
  CONSTRAINT refunds_ledger FOREIGN KEY (tenant_id, reservation_id) REFERENCES ledgers (tenant_id, reservation_id),
  CONSTRAINT refunds_lease_whole CHECK ((lease_owner IS NULL) = (leased_until IS NULL))
);
CREATE UNIQUE INDEX refunds_provider_once ON refunds (tenant_id, provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE UNIQUE INDEX refunds_key_once ON refunds (tenant_id, provider_key) WHERE provider_key IS NOT NULL;
CREATE INDEX refunds_of_reservation ON refunds (tenant_id, reservation_id);
CREATE INDEX refunds_to_check ON refunds (checked_at) WHERE state = 'pending';

-- What the provider sent, each event once, reduced to what we act on: no client secret, no card holder.
-- It comes in before its tenant is known, so no tenant may see it: the processor works as the job role.
CREATE TABLE provider_events (
  account_id text NOT NULL,
  provider_event_id text NOT NULL,
  type text NOT NULL,
  notification jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'ignored', 'parked')),
  reason text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  received_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  PRIMARY KEY (account_id, provider_event_id)
);
CREATE INDEX provider_events_waiting ON provider_events (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX provider_events_settled ON provider_events (settled_at) WHERE settled_at IS NOT NULL;

DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['accounts', 'ledgers', 'payments', 'opening_keys', 'refunds', 'provider_events'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', kept);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', kept);
  END LOOP;
  FOREACH kept IN ARRAY ARRAY['accounts', 'ledgers', 'payments', 'opening_keys', 'refunds'] LOOP
    EXECUTE format(
      'CREATE POLICY %I ON %I USING (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)'
      ' WITH CHECK (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      kept || '_tenant', kept);
  END LOOP;
  -- Notifications and the reconciler look for payments before they know the tenant.
  FOREACH kept IN ARRAY ARRAY['ledgers', 'payments', 'refunds', 'provider_events'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I TO %I USING (true) WITH CHECK (true)',
      kept || '_job', kept, current_schema() || '_job');
  END LOOP;
END
$$;
