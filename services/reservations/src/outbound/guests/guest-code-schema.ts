import { boolean, instant, integer, pgTable, primaryKey, text, uuid } from '@lodging/kit-postgres';

export const guestCodes = pgTable(
  'guest_codes',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    digest: text('digest'),
    expiresAt: instant('expires_at'),
    wrongTries: integer('wrong_tries').notNull(),
    used: boolean('used').notNull(),
    language: text('language'),
    sentAt: instant('sent_at').array().notNull(),
    triedAt: instant('tried_at').array().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId] })],
);

/** Of counts over all tenants. */
export const NO_TENANT = '00000000-0000-0000-0000-000000000000';

export const guestCodeSends = pgTable(
  'guest_code_sends',
  {
    tenantId: uuid('tenant_id').notNull(),
    bucket: text('bucket').notNull(),
    sentAt: instant('sent_at').array().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.bucket] })],
);
