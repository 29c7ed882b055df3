-- The open holds of a key (level 0, where of_key is given), of a client (level 1) and of each of its narrower networks (2 and 3),
-- as far as there are any. With lock_on under a lock until the end of the transaction, so that the holds of one key, or of one
-- client, are counted one after the other. Volatile, so that the query sees what was committed while the lock was waited for.
--
-- A hold with five declined cards is all that its client may hold, until it ends or would have ended by itself: also where it
-- was cancelled, and whatever the limits are. Networks of IPv6 take four such clients, then sixteen. The key takes any number,
-- so that a few networks do not close it to all guests.
CREATE FUNCTION open_holds(lock_on text, of_tenant uuid, of_key uuid, of_client text, of_networks text[])
  RETURNS TABLE (level integer, holds bigint, unit_nights bigint, ends_at timestamptz,
                 unverified_holds bigint, unverified_unit_nights bigint, unverified_ends_at timestamptz)
  LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  now_at timestamptz;
  above_each_limit CONSTANT bigint := 2147483647;
  narrowest CONSTANT integer := 1 + coalesce(cardinality(of_networks), 0);
BEGIN
  IF lock_on IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(of_tenant::text || lock_on, 0));
  END IF;
  now_at := clock_timestamp();
  RETURN QUERY
    SELECT c.level,
           CASE WHEN c.is_spent THEN above_each_limit ELSE c.holds END,
           CASE WHEN c.is_spent THEN above_each_limit ELSE c.nights END,
           CASE WHEN c.is_spent THEN c.spent_ends ELSE c.ends END,
           CASE WHEN c.is_spent THEN above_each_limit ELSE c.unverified END,
           CASE WHEN c.is_spent THEN above_each_limit ELSE c.unverified_nights END,
           CASE WHEN c.is_spent THEN c.spent_ends ELSE c.unverified_ends END
      FROM (SELECT o.level,
                   count(*) FILTER (WHERE o.is_open) AS holds,
                   coalesce(sum(o.nights) FILTER (WHERE o.is_open), 0)::bigint AS nights,
                   min(o.ends) FILTER (WHERE o.is_open) AS ends,
                   count(*) FILTER (WHERE o.is_open AND o.is_unverified) AS unverified,
                   coalesce(sum(o.nights) FILTER (WHERE o.is_open AND o.is_unverified), 0)::bigint AS unverified_nights,
                   min(o.ends) FILTER (WHERE o.is_open AND o.is_unverified) AS unverified_ends,
                   o.level > 0 AND count(*) FILTER (WHERE o.is_declined) >= 4 ^ (narrowest - o.level) AS is_spent,
                   max(o.ends) FILTER (WHERE o.is_declined) AS spent_ends
              FROM (SELECT 0 AS level, r.held_unit_nights AS nights, r.hold_expires_at AS ends,
                           r.guest_verified_at IS NULL AS is_unverified, true AS is_open, false AS is_declined
                      FROM {{schema}}.reservations AS r
                     WHERE r.tenant_id = of_tenant AND r.publishable_key_id = of_key AND r.state IN ('pending', 'held')
                       AND r.hold_expires_at > now_at
                    UNION ALL
                    SELECT n.level, h.nights, h.ends, h.is_unverified, h.is_open, h.is_declined
                      FROM (SELECT r.held_unit_nights AS nights, r.hold_expires_at AS ends,
                                   r.guest_verified_at IS NULL AS is_unverified, true AS is_open,
                                   r.declined_cards >= 5 AS is_declined, r.network_hashes AS networks
                              FROM {{schema}}.reservations AS r
                             WHERE r.tenant_id = of_tenant AND r.client_hash = of_client
                               AND r.state IN ('pending', 'held') AND r.hold_expires_at > now_at
                            UNION ALL
                            SELECT NULL, r.hold_expires_at, NULL, false, true, r.network_hashes
                              FROM {{schema}}.reservations AS r
                             WHERE r.tenant_id = of_tenant AND r.client_hash = of_client AND r.declined_cards >= 5
                               AND r.state = 'cancelled' AND r.confirmed_at IS NULL AND r.hold_expires_at > now_at) AS h
                     CROSS JOIN LATERAL (SELECT 1 AS level
                                         UNION ALL
                                         SELECT 1 + network.position::integer
                                           FROM unnest(of_networks) WITH ORDINALITY AS network (hash, position)
                                          WHERE network.hash = ANY (h.networks)) AS n) AS o
             GROUP BY o.level) AS c;
END $$;
