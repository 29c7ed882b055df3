-- Money that is still here after its reservation has ended. Reservations decides what becomes of it; it is told again until
-- it has, because the event that told it first may be among the dead letters.

ALTER TABLE ledgers ADD COLUMN unclaimed_report_at timestamptz;
ALTER TABLE ledgers ADD COLUMN unclaimed_reports integer NOT NULL DEFAULT 0;
CREATE INDEX ledgers_unclaimed ON ledgers (unclaimed_report_at) WHERE unclaimed_report_at IS NOT NULL;

-- What earlier versions left behind. The owner of the tables is subject to row level security as well.
ALTER TABLE ledgers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE refunds NO FORCE ROW LEVEL SECURITY;
UPDATE ledgers AS l SET unclaimed_report_at = now()
 WHERE l.ended_at IS NOT NULL
   AND EXISTS (SELECT FROM payments AS p
     WHERE p.tenant_id = l.tenant_id AND p.reservation_id = l.reservation_id AND p.state = 'succeeded')
   AND NOT EXISTS (SELECT FROM refunds AS r
     WHERE r.tenant_id = l.tenant_id AND r.reservation_id = l.reservation_id AND r.reason IN ('late', 'cancelled'));
ALTER TABLE ledgers FORCE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE refunds FORCE ROW LEVEL SECURITY;
