-- The metadata by key and value: only comparisons that cannot leak use an index behind row level security.
CREATE TABLE reservation_metadata (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id, key),
  CONSTRAINT reservation_metadata_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reservation_metadata_by_key ON reservation_metadata (tenant_id, key, created_at, reservation_id);
CREATE INDEX reservation_metadata_by_value ON reservation_metadata (tenant_id, key, value, created_at, reservation_id);

ALTER TABLE reservation_metadata ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_metadata FORCE ROW LEVEL SECURITY;
CREATE POLICY reservation_metadata_tenant ON reservation_metadata
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Keyed hashes of beginnings of the guest's address, of the words of the name and of the reference.
CREATE TABLE reservation_search (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  token text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token, created_at, reservation_id),
  CONSTRAINT reservation_search_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reservation_search_of_reservation ON reservation_search (tenant_id, reservation_id);

ALTER TABLE reservation_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_search FORCE ROW LEVEL SECURITY;
CREATE POLICY reservation_search_tenant ON reservation_search
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
-- When secrets are rotated, the tokens of all tenants are hashed again.
CREATE POLICY reservation_search_job ON reservation_search TO {{schema}}_job USING (true) WITH CHECK (true);

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
