-- Rules of the whole tenant: taxes, fees and cancellation policies.

-- The version of everything that decides a price for the whole tenant: incremented in the transaction of every change of a
-- tenant-wide rule, so that nothing is written per resource. A cache of the rules is compared with the version that each
-- read of the claims returns. A tenant without a row has version 0.
CREATE TABLE catalogs (
  tenant_id uuid NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (tenant_id)
);

ALTER TABLE catalogs ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalogs FORCE ROW LEVEL SECURITY;
CREATE POLICY catalogs_tenant ON catalogs
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Taxes and fees. `code` is in lower case: codes are compared without case. `body` is the rule as it is returned, with its
-- code as it was first written.
CREATE TABLE tax_rules (
  tenant_id uuid NOT NULL,
  code text NOT NULL,
  body jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  position integer NOT NULL,
  enabled boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, code),
  CONSTRAINT tax_rules_code_is_folded CHECK (code = lower(code))
);

ALTER TABLE tax_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY tax_rules_tenant ON tax_rules
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Every version of a policy is a row. `code` is in lower case: codes are compared without case. `body` is the policy as it is
-- returned, with its code as it was first written. A policy that is deleted has no current version; one that is created
-- again under its code continues the count. `listed_at` is when the policy was first created: lists have this order.
CREATE TABLE cancellation_policies (
  tenant_id uuid NOT NULL,
  code text NOT NULL,
  version integer NOT NULL,
  body jsonb NOT NULL,
  is_current boolean NOT NULL DEFAULT true,
  listed_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, code, version),
  CONSTRAINT cancellation_policies_code_is_folded CHECK (code = lower(code))
);
CREATE UNIQUE INDEX cancellation_policies_current ON cancellation_policies (tenant_id, code) WHERE is_current;

ALTER TABLE cancellation_policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE cancellation_policies FORCE ROW LEVEL SECURITY;
CREATE POLICY cancellation_policies_tenant ON cancellation_policies
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
