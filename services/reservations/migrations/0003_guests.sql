-- The one-time codes of a hold: a keyed digest of the newest one, and the counters that limit mails and attempts.
CREATE TABLE guest_codes (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  digest text,
  expires_at timestamptz,
  wrong_tries integer NOT NULL DEFAULT 0,
  used boolean NOT NULL DEFAULT false,
  sent_at timestamptz[] NOT NULL DEFAULT '{}',
  tried_at timestamptz[] NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id),
  FOREIGN KEY (tenant_id, reservation_id) REFERENCES reservations (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT guest_codes_whole CHECK ((digest IS NULL) = (expires_at IS NULL))
);
CREATE INDEX guest_codes_age ON guest_codes (updated_at);

ALTER TABLE guest_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_codes_tenant ON guest_codes
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY guest_codes_job ON guest_codes TO {{schema}}_job USING (true) WITH CHECK (true);

-- When codes were mailed within the last hour, for a recipient or for a client; both are keyed hashes.
CREATE TABLE guest_code_sends (
  tenant_id uuid NOT NULL,
  bucket text NOT NULL,
  sent_at timestamptz[] NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, bucket)
);
CREATE INDEX guest_code_sends_age ON guest_code_sends (updated_at);

ALTER TABLE guest_code_sends ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_code_sends FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_code_sends_tenant ON guest_code_sends
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY guest_code_sends_job ON guest_code_sends TO {{schema}}_job USING (true) WITH CHECK (true);
-- A bucket of no tenant counts the codes to one address over all tenants. It is a keyed hash, and the row holds times alone.
CREATE POLICY guest_code_sends_of_all_tenants ON guest_code_sends
  USING (tenant_id = '00000000-0000-0000-0000-000000000000')
  WITH CHECK (tenant_id = '00000000-0000-0000-0000-000000000000');

-- Earlier secrets of GUEST_DATA_SECRET, by their ids: whether a guest is still sealed with one, so that a process without it
-- does not start; and the key of the fingerprints that were made with it, which cannot be made again.
CREATE TABLE earlier_guest_keys (
  key_id text PRIMARY KEY,
  -- Sealed with the secret that replaced it.
  sealed_fingerprint_key text NOT NULL,
  -- Since when no guest is known that it has sealed; null while there is one.
  emptied_at timestamptz
);

ALTER TABLE earlier_guest_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE earlier_guest_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY earlier_guest_keys_job ON earlier_guest_keys TO {{schema}}_job USING (true) WITH CHECK (true);
