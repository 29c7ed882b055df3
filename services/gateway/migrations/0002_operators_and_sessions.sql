CREATE TABLE operators (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  email text NOT NULL CONSTRAINT operators_email_taken UNIQUE CHECK (email = lower(email)),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL,
  last_sign_in_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX operators_in_order ON operators (tenant_id, created_at, id);

ALTER TABLE operators ENABLE ROW LEVEL SECURITY;
ALTER TABLE operators FORCE ROW LEVEL SECURITY;
CREATE POLICY operators_tenant ON operators
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY operators_job ON operators TO {{schema}}_job USING (true) WITH CHECK (true);

-- tenant_id is the tenant that a session acts for (live or sandbox), owner_id the live tenant whose operator signed in.
-- operator_digest is SHA-256 of what the operator signed in with; once that has changed, the session is refused.
CREATE TABLE operator_sessions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  operator_id uuid NOT NULL,
  livemode boolean NOT NULL,
  digest bytea NOT NULL CONSTRAINT operator_sessions_digest_once UNIQUE CHECK (length(digest) = 32),
  operator_digest bytea NOT NULL CHECK (length(operator_digest) = 32),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (owner_id, operator_id) REFERENCES operators (tenant_id, id) ON DELETE CASCADE,
  CHECK ((owner_id = tenant_id) = livemode)
);
CREATE INDEX operator_sessions_of_operator ON operator_sessions (owner_id, operator_id);
CREATE INDEX operator_sessions_by_end ON operator_sessions (expires_at);

ALTER TABLE operator_sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE operator_sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_sessions_tenant ON operator_sessions
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY operator_sessions_job ON operator_sessions TO {{schema}}_job USING (true) WITH CHECK (true);

-- The last attempts to sign in with an address, known or not, by SHA-256 of the address: their tenant is not known yet, so
-- only the job role sees this table.
CREATE TABLE sign_in_tries (
  address bytea PRIMARY KEY CHECK (length(address) = 32),
  tried_at timestamptz[] NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tries_by_last ON sign_in_tries (last_at);

ALTER TABLE sign_in_tries ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_tries FORCE ROW LEVEL SECURITY;
CREATE POLICY sign_in_tries_job ON sign_in_tries TO {{schema}}_job USING (true) WITH CHECK (true);
