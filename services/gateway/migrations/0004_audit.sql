-- What the platform's administrators and the tenants did. Neither role of the service can change or delete an entry: it has
-- no right to, and no policy lets it. The comment keeps provisioning from granting the rights again.
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('admin_token', 'secret_key', 'operator', 'system')),
  actor_id text NOT NULL,
  actor_name text,
  -- The live tenant; null for what belongs to no tenant.
  tenant_id uuid,
  action text NOT NULL,
  target_kind text,
  target_id text,
  request_id text NOT NULL,
  address text,
  changes jsonb NOT NULL,
  CHECK ((target_kind IS NULL) = (target_id IS NULL))
);
COMMENT ON TABLE audit_entries IS 'append-only';
CREATE INDEX audit_entries_newest ON audit_entries (at DESC, id DESC);
CREATE INDEX audit_entries_of_tenant ON audit_entries (tenant_id, at DESC, id DESC);

REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM {{schema}}_app, {{schema}}_job;
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_entries_tenant_reads ON audit_entries FOR SELECT
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY audit_entries_tenant_adds ON audit_entries FOR INSERT
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY audit_entries_job_reads ON audit_entries FOR SELECT TO {{schema}}_job USING (true);
CREATE POLICY audit_entries_job_adds ON audit_entries FOR INSERT TO {{schema}}_job WITH CHECK (true);
-- The owner, as whom the function below runs, sees and deletes what is older than 400 days, and nothing else.
CREATE POLICY audit_entries_owner_reads ON audit_entries FOR SELECT TO {{schema}}_owner
  USING (at < now() - interval '400 days');
CREATE POLICY audit_entries_owner_prunes ON audit_entries FOR DELETE TO {{schema}}_owner
  USING (at < now() - interval '400 days');

CREATE FUNCTION prune_audit_entries() RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = {{schema}}, pg_temp AS $$
    WITH pruned AS (
      DELETE FROM audit_entries
       WHERE id IN (
         SELECT id FROM audit_entries WHERE at < now() - interval '400 days' ORDER BY at LIMIT 5000)
      RETURNING 1)
    SELECT count(*)::integer FROM pruned
  $$;
REVOKE ALL ON FUNCTION prune_audit_entries() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_audit_entries() TO {{schema}}_job;

-- Entries of requests to other services, written before the request and moved to audit_entries with its outcome. One whose
-- process died is moved by a timer.
CREATE TABLE audit_intents (LIKE audit_entries, begun_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (id));
CREATE INDEX audit_intents_by_begin ON audit_intents (begun_at);

ALTER TABLE audit_intents ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_intents FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_intents_job ON audit_intents TO {{schema}}_job USING (true) WITH CHECK (true);
