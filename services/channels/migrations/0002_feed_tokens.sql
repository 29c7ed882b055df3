-- Calendars that go out: who may read which resource's feed. Of a token only its SHA-256 is kept.

CREATE TABLE feed_tokens (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_id uuid NOT NULL,
  name text,
  exclude_connection_id uuid,
  livemode boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- To the minute.
  last_accessed_at timestamptz,
  -- The last feed that was read with it, and since when it was that: a stay that goes leaves no other trace in a feed.
  body_etag text,
  body_changed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX feed_tokens_in_order ON feed_tokens (tenant_id, resource_id, created_at, id);

-- A token has one secret that lasts, and after a rotation for a while the ones before it.
CREATE TABLE feed_token_secrets (
  tenant_id uuid NOT NULL,
  feed_token_id uuid NOT NULL,
  digest bytea NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, feed_token_id, digest),
  FOREIGN KEY (tenant_id, feed_token_id) REFERENCES feed_tokens (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT feed_token_secrets_digest_taken UNIQUE (digest)
);

DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['feed_tokens', 'feed_token_secrets'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', kept);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', kept);
    EXECUTE format(
      'CREATE POLICY %I ON %I USING (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)'
      ' WITH CHECK (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      kept || '_tenant', kept);
    -- Whoever presents a token says nothing of the tenant: finding that out is a look across all of them.
    EXECUTE format('CREATE POLICY %I ON %I FOR SELECT TO {{schema}}_job USING (true)', kept || '_job', kept);
  END LOOP;
END
$$;
