-- Taxes and fees of a tenant, and the version of everything that decides a price for the whole tenant.

-- Raised in the transaction of every change of a tenant-wide rule, so that nothing is written per resource. Whoever keeps
-- a copy of the rules compares it with the version that comes with each look at the claims. A tenant without a row has
-- version 0.
CREATE TABLE catalogs (
  tenant_id uuid NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (tenant_id)
);

-- `code` is in lower case: codes are compared without case. `body` is the rule as it is answered, with its code as it was
-- first written.
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

DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['catalogs', 'tax_rules'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', kept);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', kept);
    EXECUTE format(
      'CREATE POLICY %I ON %I USING (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)'
      ' WITH CHECK (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      kept || '_tenant', kept);
  END LOOP;
END
$$;
