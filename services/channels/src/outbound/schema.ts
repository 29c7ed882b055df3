// Owns this service's tables as drizzle knows them; the migrations made them.
import { instant } from '@lodging/kit-postgres';
import { pgSchema, text, uuid } from 'drizzle-orm/pg-core';

export const channels = pgSchema('channels');

export const conflicts = channels.table('conflicts', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  listingId: uuid('listing_id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  inboundEvent: text('inbound_event').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  status: text('status').notNull().default('open'),
});
