-- The keys that sign quotes and guest tokens. They belong to the platform, so only the job role sees them.

CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  use text NOT NULL,
  public_key jsonb NOT NULL,
  -- AES-256-GCM under TOKEN_KEY_SECRET: nonce, tag, ciphertext.
  sealed_private_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  signs_until timestamptz NOT NULL,
  verifies_until timestamptz NOT NULL,
  CONSTRAINT signing_keys_known_use CHECK (use IN ('quote', 'guest')),
  CONSTRAINT signing_keys_outlives_tokens CHECK (signs_until < verifies_until)
);

ALTER TABLE signing_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY signing_keys_job ON signing_keys TO {{schema}}_job USING (true) WITH CHECK (true);
