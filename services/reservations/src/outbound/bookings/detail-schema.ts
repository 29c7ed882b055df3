import { instant, integer, jsonb, pgTable, primaryKey, text, uuid } from '@lodging/kit-postgres';
import type { HistoryEntry } from '../../domain/history/history.ts';

export const reservationMetadata = pgTable(
  'reservation_metadata',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId, table.key] })],
);

export const reservationSearch = pgTable(
  'reservation_search',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    token: text('token').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.token, table.createdAt, table.reservationId] })],
);

export const reservationHistory = pgTable(
  'reservation_history',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    action: text('action').$type<HistoryEntry['action']>().notNull(),
    version: integer('version').notNull(),
    actor: jsonb('actor').$type<HistoryEntry['actor']>().notNull(),
    requestId: text('request_id'),
    changes: jsonb('changes').$type<HistoryEntry['changes']>().notNull(),
    note: text('note'),
    sourceEvent: uuid('source_event'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.reservationId, table.at, table.version, table.id] }),
  ],
);
