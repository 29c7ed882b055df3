import type { DatabaseProbe } from './database-probe.ts';

/** Neighbouring rows differ in every field that a list can be filtered by. A guest is a hash alone. */
const FILL = `
  INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, room_type_id, starts_at, ends_at,
    time_zone, quantity, occupancy_children, total_minor_units, currency, source, guest_email_hash, hold_expires_at,
    attempt_until, created_at, updated_at)
  SELECT $1, gen_random_uuid(), true, state, 2, md5('resource' || n % 100)::uuid, gen_random_uuid(),
         arrival + interval '14 hours', arrival + make_interval(days => 1 + n % 6, hours => 10),
         (ARRAY['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])[1 + n % 3], 1, 0, 10000 + n % 997,
         (ARRAY['EUR', 'USD', 'JPY'])[1 + n % 3], 'direct', 'guest ' || n % 5000,
         CASE WHEN state = 'expired' THEN arrival END, now(), timestamptz '2025-01-01' + n * interval '11 minutes 1.000001 seconds', now()
    FROM generate_series(1, $2) AS n,
         LATERAL (SELECT date_trunc('day', timestamptz '2025-01-01 00:00Z') + make_interval(days => n * 7919 % 1095) AS arrival,
                         (ARRAY['confirmed', 'confirmed', 'checked_out', 'checked_in', 'no_show', 'cancelled', 'expired',
                                'expired', 'confirmed', 'checked_out'])[1 + n % 10] AS state) AS drawn`;

export async function insertBookings(probe: DatabaseProbe, tenantId: string, count: number): Promise<void> {
  await probe.sql(FILL, [tenantId, count]);
  await probe.sql('VACUUM ANALYZE reservations');
}

export async function resourceIdAt(probe: DatabaseProbe, n: number): Promise<string> {
  const [row] = await probe.sql<{ id: string }>(`SELECT md5('resource' || $1::int)::uuid AS id`, [n]);
  return row?.id ?? '';
}
