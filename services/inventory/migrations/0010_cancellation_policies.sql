-- Cancellation policies of a tenant, and what plans and generic resources are sold with.

-- Every version of a policy is a row. `code` is in lower case: codes are compared without case. `body` is the policy as it is
-- answered, with its code as it was first written. A policy that is deleted has no current version; one that is made anew
-- under its code goes on counting. `listed_at` is when the policy was first put: lists have this order.
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

-- The code of a policy as the policy shows it; no foreign key, because a policy has a row for each version.
ALTER TABLE rate_plans ADD COLUMN cancellation_policy_code text, ADD COLUMN deposit jsonb;
ALTER TABLE resources
  ADD COLUMN check_in_time text NOT NULL DEFAULT '15:00',
  ADD COLUMN check_out_time text NOT NULL DEFAULT '11:00',
  ADD COLUMN cancellation_policy_code text,
  ADD COLUMN deposit jsonb;
CREATE INDEX rate_plans_by_policy ON rate_plans (tenant_id, cancellation_policy_code)
  WHERE cancellation_policy_code IS NOT NULL;
CREATE INDEX resources_by_policy ON resources (tenant_id, cancellation_policy_code)
  WHERE cancellation_policy_code IS NOT NULL;
