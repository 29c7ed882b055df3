// Owns this service's tables as drizzle knows them; the migrations made them.
import { instant } from '@lodging/kit-postgres';
import { bigint, boolean, jsonb, pgSchema, text, uuid } from 'drizzle-orm/pg-core';

export const notifications = pgSchema('notifications');

export const events = notifications.table('events', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  type: text('type').notNull(),
  livemode: boolean('livemode').notNull(),
  occurredAt: instant('occurred_at').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  sequence: bigint('sequence', { mode: 'bigint' }).notNull(),
  object: jsonb('object').notNull(),
});

export const eventSequences = notifications.table('event_sequences', {
  tenantId: uuid('tenant_id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  lastSequence: bigint('last_sequence', { mode: 'bigint' }).notNull(),
  touchedAt: instant('touched_at').notNull(),
});
