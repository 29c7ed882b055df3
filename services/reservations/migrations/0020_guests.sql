-- Profiles of guests: one for each address of a tenant. The fields are sealed (AES-256-GCM); the address is found by a keyed hash.
CREATE TABLE guests (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  livemode boolean NOT NULL,
  -- Null once the guest is erased, so that a later booking by the address makes another guest.
  email_hash text,
  email_sealed text,
  name_sealed text,
  phone_sealed text,
  language_sealed text,
  -- Notes, metadata and consents.
  details_sealed text,
  -- When a code that was mailed to the address came back last.
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  erased_at timestamptz,
  -- The answer of the erasure, which names fields and ids alone.
  erasure jsonb,
  CONSTRAINT guests_erased_or_known CHECK (
    CASE WHEN erased_at IS NULL THEN email_hash IS NOT NULL AND email_sealed IS NOT NULL
         ELSE num_nonnulls(email_hash, email_sealed, name_sealed, phone_sealed, language_sealed, details_sealed) = 0 END)
);
CREATE UNIQUE INDEX guests_one_per_address ON guests (tenant_id, email_hash) WHERE email_hash IS NOT NULL;
-- Each serves a list in its order. Erased guests are not listed.
CREATE INDEX guests_in_order ON guests (tenant_id, created_at, id) WHERE erased_at IS NULL;
CREATE INDEX guests_verified ON guests (tenant_id, created_at, id) WHERE erased_at IS NULL AND verified_at IS NOT NULL;
CREATE INDEX guests_unverified ON guests (tenant_id, created_at, id) WHERE erased_at IS NULL AND verified_at IS NULL;
CREATE INDEX guests_by_update ON guests (tenant_id, updated_at) WHERE erased_at IS NULL;
-- Erasures of all tenants, which are repeated after a restore.
CREATE INDEX guests_erased ON guests (erased_at, id) WHERE erased_at IS NOT NULL;
-- Made last: without statistics the planner takes the youngest index.
ALTER TABLE guests ADD PRIMARY KEY (tenant_id, id);

ALTER TABLE guests ENABLE ROW LEVEL SECURITY;
ALTER TABLE guests FORCE ROW LEVEL SECURITY;
CREATE POLICY guests_tenant ON guests
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY guests_job ON guests TO {{schema}}_job USING (true) WITH CHECK (true);

-- Keyed hashes of beginnings of the address and of the words of the name.
CREATE TABLE guest_search (
  tenant_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  token text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token, created_at, guest_id),
  CONSTRAINT guest_search_guest FOREIGN KEY (tenant_id, guest_id) REFERENCES guests (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX guest_search_of_guest ON guest_search (tenant_id, guest_id);

ALTER TABLE guest_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_search FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_search_tenant ON guest_search
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
-- When secrets are rotated, the tokens of all tenants are hashed again.
CREATE POLICY guest_search_job ON guest_search TO {{schema}}_job USING (true) WITH CHECK (true);

-- Exports that were too large for an answer, for a day. Each part is sealed.
CREATE TABLE guest_exports (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  guest_id uuid NOT NULL,
  part integer NOT NULL,
  parts integer NOT NULL,
  content_sealed text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id, part),
  CONSTRAINT guest_exports_guest FOREIGN KEY (tenant_id, guest_id) REFERENCES guests (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX guest_exports_of_guest ON guest_exports (tenant_id, guest_id);
CREATE INDEX guest_exports_to_purge ON guest_exports (expires_at);

ALTER TABLE guest_exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_exports FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_exports_tenant ON guest_exports
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY guest_exports_job ON guest_exports TO {{schema}}_job USING (true) WITH CHECK (true);

-- Without a reference to guests: a merge, which alone deletes one, moves the bookings first, under the lock of the guest.
ALTER TABLE reservations ADD COLUMN guest_id uuid;
