-- How many conflicts wait is counted over all tenants.
CREATE POLICY conflicts_job ON conflicts FOR SELECT TO {{schema}}_job USING (true);
CREATE INDEX conflicts_waiting ON conflicts (status) WHERE status = 'open';
