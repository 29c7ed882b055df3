-- Named tokens of the admin API, beside the root token, which is a setting. They belong to the platform, so only the job
-- role sees them.
CREATE TABLE admin_tokens (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  digest bytea NOT NULL CONSTRAINT admin_tokens_digest_once UNIQUE CHECK (length(digest) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  scopes text[] NOT NULL DEFAULT '{read,tenants,keys,operators,recovery}'
);
CREATE INDEX admin_tokens_in_order ON admin_tokens (created_at, id);

ALTER TABLE admin_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE admin_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_tokens_job ON admin_tokens TO {{schema}}_job USING (true) WITH CHECK (true);
