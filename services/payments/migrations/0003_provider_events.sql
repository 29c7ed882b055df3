-- Notifications of the provider, each event once, reduced to the fields that are used: no client secret, no card holder.
-- The tenant is not known when they come in, so no tenant may see them: they are processed under the job role.
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
  -- The effects of a notification belong to the trace of the request that brought it.
  traceparent text,
  PRIMARY KEY (account_id, provider_event_id)
);
CREATE INDEX provider_events_waiting ON provider_events (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX provider_events_settled ON provider_events (settled_at) WHERE settled_at IS NOT NULL;

ALTER TABLE provider_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_events FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_events_job ON provider_events TO {{schema}}_job USING (true) WITH CHECK (true);
