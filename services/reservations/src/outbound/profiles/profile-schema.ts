import { boolean, instant, integer, jsonb, pgTable, primaryKey, text, uuid } from '@lodging/kit-postgres';
import type { Erasure } from '../../domain/profiles/erasure.ts';

export const guests = pgTable(
  'guests',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    livemode: boolean('livemode').notNull(),
    emailHash: text('email_hash'),
    emailSealed: text('email_sealed'),
    nameSealed: text('name_sealed'),
    phoneSealed: text('phone_sealed'),
    languageSealed: text('language_sealed'),
    detailsSealed: text('details_sealed'),
    verifiedAt: instant('verified_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    erasedAt: instant('erased_at'),
    erasure: jsonb('erasure').$type<Omit<Erasure, 'id' | 'erasedAt'>>(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export type GuestRow = typeof guests.$inferSelect;

export const guestSearch = pgTable(
  'guest_search',
  {
    tenantId: uuid('tenant_id').notNull(),
    guestId: uuid('guest_id').notNull(),
    token: text('token').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.token, table.createdAt, table.guestId] })],
);

export const guestExports = pgTable(
  'guest_exports',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    guestId: uuid('guest_id').notNull(),
    part: integer('part').notNull(),
    parts: integer('parts').notNull(),
    contentSealed: text('content_sealed').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id, table.part] })],
);
