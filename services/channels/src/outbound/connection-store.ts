import { ok } from '@lodging/kernel';
import type { Database } from '@lodging/kit-postgres';
import type { Connections } from '../use-cases/connection-ports.ts';
import { noSuchConnection } from '../use-cases/no-such-connection.ts';
import { connectionColumns, connectionFrom } from './connection-row.ts';
import type { ConnectionRow } from './connection-row.ts';
import { startAfter } from './list-position.ts';

const INSERT = `
  INSERT INTO connections (tenant_id, id, livemode, channel, sealed_feed_url, shown_feed_url)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${connectionColumns}`;
const PAGE = `
  SELECT ${connectionColumns} FROM connections
  WHERE tenant_id = $1 AND deleted_at IS NULL AND (created_at, id) > ($2::timestamptz, $3::uuid)
  ORDER BY created_at, id LIMIT $4`;
const FIND = `
  SELECT ${connectionColumns} FROM connections WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`;
const CHANGE = `
  UPDATE connections SET status = $3,
    next_sync_at = CASE $4 WHEN 'now' THEN now() WHEN 'never' THEN NULL ELSE next_sync_at END,
    read_at = CASE $4 WHEN 'now' THEN now() ELSE read_at END,
    asked = asked + CASE $4 WHEN 'now' THEN 1 ELSE 0 END
  WHERE tenant_id = $1 AND id = $2 RETURNING ${connectionColumns}`;
const MARK_DELETED = `
  UPDATE connections SET deleted_at = now(), next_sync_at = now() + make_interval(secs => $3)
  WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`;

export function connectionStore(db: Database): Connections {
  return {
    create: (tenantId, { id, livemode, channel, sealedFeedUrl, shownFeedUrl }) =>
      db.inTenant(tenantId, async (tx) => {
        const values = [tenantId, id, livemode, channel, sealedFeedUrl, shownFeedUrl];
        const [row] = await tx.query<ConnectionRow>({ name: 'connection_insert', text: INSERT, values });
        if (row === undefined) throw new Error('a connection was not kept');
        return connectionFrom(row);
      }),
    async page(tenantId, { limit, after }) {
      const start = startAfter(after);
      if (start === undefined) return [];
      const values = [tenantId, start.createdAt, start.id, limit];
      const statement = { name: 'connection_page', text: PAGE, values };
      return (await db.readInTenant<ConnectionRow>(tenantId, statement)).map(connectionFrom);
    },
    async find(tenantId, id) {
      const statement = { name: 'connection_find', text: FIND, values: [tenantId, id] };
      const [row] = await db.readInTenant<ConnectionRow>(tenantId, statement);
      return row && connectionFrom(row);
    },
    change: (tenantId, id, decide) =>
      db.inTenant(tenantId, async (tx) => {
        const lock = { name: 'connection_lock', text: `${FIND} FOR UPDATE`, values: [tenantId, id] };
        const [row] = await tx.query<ConnectionRow>(lock);
        if (row === undefined) return noSuchConnection();
        const decided = decide(connectionFrom(row));
        if (!decided.ok) return decided;
        const values = [tenantId, id, decided.value.status, decided.value.sync];
        const [changed] = await tx.query<ConnectionRow>({ name: 'connection_change', text: CHANGE, values });
        return ok(connectionFrom(changed ?? row));
      }),
    markDeleted: (tenantId, id, graceSeconds) =>
      db.inTenant(tenantId, async (tx) => {
        const values = [tenantId, id, graceSeconds];
        const rows = await tx.query({ name: 'connection_mark_deleted', text: MARK_DELETED, values });
        return rows.length > 0;
      }),
  };
}
