import { auditQuery } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { creationOrder, cutPage, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { auditEntryToWire } from '../../wire/audit.ts';

const scope = { list: 'audit', tenantId: 'platform' };

export const auditRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'GET',
    path: '/admin/v1/audit',
    scope: 'read',
    status: 200,
    query: auditQuery,
    async run({ audit, cursors }, _ctx, { query: { cursor, limit, ...filter } }) {
      const page = readPage({ cursor, limit }, creationOrder, (given) => cursors.verify(scope, given));
      if (!page.ok) return page;
      const entries = await audit.list(filter, page.value);
      const rows = entries.map((entry) => ({ ...entry, createdAt: entry.at }));
      return ok(cutPage(cursors, scope, rows, limit));
    },
    toWire: ({ rows, nextCursor }) => ({ entries: rows.map(auditEntryToWire), nextCursor }),
  }),
];
