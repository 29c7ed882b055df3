-- An attempt may be a checkout page of the provider, whose intent begins with the guest's first try at paying.
ALTER TABLE payments ADD COLUMN provider_session_id text;
-- Kept so that asking twice is the same request.
ALTER TABLE payments ADD COLUMN success_url text;
ALTER TABLE payments ADD COLUMN cancel_url text;
ALTER TABLE payments
  ADD CONSTRAINT payments_page_has_addresses CHECK (
    (kind = 'checkout_session') = (success_url IS NOT NULL AND cancel_url IS NOT NULL)),
  ADD CONSTRAINT payments_placed_has_page CHECK (
    kind <> 'checkout_session'
    OR (state IN ('creating', 'refused')) = (provider_session_id IS NULL AND provider_intent_id IS NULL)),
  ADD CONSTRAINT payments_paid_has_intent CHECK (
    state NOT IN ('succeeded', 'refunded') OR provider_intent_id IS NOT NULL);
CREATE UNIQUE INDEX payments_session_once ON payments (provider_session_id) WHERE provider_session_id IS NOT NULL;

-- Keys of open-intent are kept for 30 days; what is older is forgotten by a timer that knows no tenant.
CREATE INDEX opening_keys_by_age ON opening_keys (created_at);

-- The accounts on which payments were opened, and when their refunds were last looked through.
CREATE TABLE refund_sweeps (
  tenant_id uuid NOT NULL,
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  swept_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id, livemode)
);
INSERT INTO refund_sweeps (tenant_id, account_id, livemode)
  SELECT DISTINCT tenant_id, account_id, livemode FROM payments;
CREATE INDEX refund_sweeps_due ON refund_sweeps (swept_at);

ALTER TABLE refund_sweeps ENABLE ROW LEVEL SECURITY;
ALTER TABLE refund_sweeps FORCE ROW LEVEL SECURITY;
CREATE POLICY refund_sweeps_tenant ON refund_sweeps USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['opening_keys', 'refund_sweeps'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I TO %I USING (true) WITH CHECK (true)',
      kept || '_job', kept, current_schema() || '_job');
  END LOOP;
END
$$;
