-- One row per operator of the platform: its live tenant and its sandbox tenant, made together.
CREATE TABLE tenants (
  id uuid PRIMARY KEY,
  sandbox_id uuid NOT NULL CONSTRAINT tenants_sandbox_once UNIQUE,
  name text NOT NULL,
  slug text NOT NULL CONSTRAINT tenants_slug_taken UNIQUE,
  timezone text NOT NULL,
  default_currency text NOT NULL CHECK (default_currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL,
  -- A suspended tenant is refused with its sandbox: both are one row.
  suspended_at timestamptz,
  suspended_reason text,
  -- What a publishable key may do from one client address; NULL is no limit.
  max_open_holds integer DEFAULT 25 CHECK (max_open_holds >= 0),
  max_held_unit_nights integer DEFAULT 750 CHECK (max_held_unit_nights >= 0),
  codes_per_address_hour integer DEFAULT 10 CHECK (codes_per_address_hour >= 0),
  codes_per_client_hour integer DEFAULT 100 CHECK (codes_per_client_hour >= 0),
  -- Whether the operator has set max_held_unit_nights; else it is the most of a limit that follows the number of units.
  held_unit_nights_are_set boolean NOT NULL DEFAULT false,
  -- What all client networks of a publishable key may do together, as a multiple of one; NULL is no limit.
  key_limit_factor integer DEFAULT 10,
  CHECK (id <> sandbox_id),
  CONSTRAINT tenants_suspension_has_reason CHECK ((suspended_at IS NULL) = (suspended_reason IS NULL))
);
CREATE INDEX tenants_in_order ON tenants (created_at, id);

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenants_tenant ON tenants
  USING (id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY tenants_job ON tenants TO {{schema}}_job USING (true) WITH CHECK (true);

-- tenant_id is the tenant that the key acts for (live or sandbox), owner_id the live tenant of the same operator.
CREATE TABLE api_keys (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  owner_id uuid NOT NULL REFERENCES tenants (id),
  kind text NOT NULL CHECK (kind IN ('secret', 'publishable')),
  livemode boolean NOT NULL,
  name text,
  prefix text NOT NULL,
  permissions text[] NOT NULL,
  allowed_origins text[] NOT NULL,
  requests_per_minute integer CHECK (requests_per_minute > 0),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((owner_id = tenant_id) = livemode)
);
CREATE INDEX api_keys_of_owner ON api_keys (owner_id, created_at, id) WHERE revoked_at IS NULL;

-- The secrets that authenticate an api_key: the current one, and those before it while their grace lasts.
CREATE TABLE api_key_secrets (
  tenant_id uuid NOT NULL,
  key_id uuid NOT NULL,
  digest bytea NOT NULL CONSTRAINT api_key_secrets_digest_once UNIQUE CHECK (length(digest) = 32),
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key_id, digest),
  FOREIGN KEY (tenant_id, key_id) REFERENCES api_keys (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY api_keys_tenant ON api_keys
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY api_keys_job ON api_keys TO {{schema}}_job USING (true) WITH CHECK (true);

ALTER TABLE api_key_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_key_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY api_key_secrets_tenant ON api_key_secrets
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY api_key_secrets_job ON api_key_secrets TO {{schema}}_job USING (true) WITH CHECK (true);
