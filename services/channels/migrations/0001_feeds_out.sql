-- Calendars that are published: who may read which resource's feed. Only the SHA-256 of a token is stored.

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
  -- The last feed that was read with it, and when its content changed: a stay that is cancelled leaves no other trace in a feed.
  body_etag text,
  body_changed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX feed_tokens_in_order ON feed_tokens (tenant_id, resource_id, created_at, id);

-- A token has one secret without an end, and for a while after a rotation the ones before it.
CREATE TABLE feed_token_secrets (
  tenant_id uuid NOT NULL,
  feed_token_id uuid NOT NULL,
  digest bytea NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, feed_token_id, digest),
  FOREIGN KEY (tenant_id, feed_token_id) REFERENCES feed_tokens (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT feed_token_secrets_digest_taken UNIQUE (digest)
);

ALTER TABLE feed_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE feed_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY feed_tokens_tenant ON feed_tokens
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
-- A token does not name its tenant, so it is looked up over all of them.
CREATE POLICY feed_tokens_job ON feed_tokens FOR SELECT TO {{schema}}_job USING (true);

ALTER TABLE feed_token_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE feed_token_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY feed_token_secrets_tenant ON feed_token_secrets
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY feed_token_secrets_job ON feed_token_secrets FOR SELECT TO {{schema}}_job USING (true);
