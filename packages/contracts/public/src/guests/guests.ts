import { guest, guestPatch, guestStay } from '@lodging/contract-reservations';
import { email, exampleIds, instant, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { listPage, pageQuery } from '../paging.ts';

export const guestsQuery = pageQuery.extend({
  email: email.optional().meta({ description: 'The guest with this address; not case-sensitive.' }),
  q: text({ min: 3, max: 200 })
    .optional()
    .meta({ description: 'The beginning of the e-mail address or of a word of the name.' }),
  verified: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ description: 'Guests who have, or have not, verified their address.' }),
  updatedSince: instant.optional().meta({ description: 'Guests changed at or after this time.' }),
});

export const guestPage = listPage('guests', guest, { id: 'GuestPage', description: 'A page of guests.' });

export const guestStayPage = listPage('bookings', guestStay, {
  id: 'GuestStayPage',
  description: 'A page of the bookings of a guest.',
});

const FIELDS = Object.keys(guestPatch) as (keyof typeof guestPatch)[];

export const guestPatchBody = z
  .object(guestPatch)
  .refine((body) => FIELDS.some((name) => body[name] !== undefined), 'must have a field to change')
  .meta({
    id: 'GuestPatch',
    description: 'The fields to change. Metadata is merged; `consents` replaces the list.',
    example: { phone: '+44 20 7946 0000', metadata: { loyalty: 'gold' } },
  });

export const guestMergeBody = z.object({ from: uuid }).meta({
  id: 'GuestMerge',
  description: 'The guest whose bookings move, and who no longer exists afterwards.',
  example: { from: exampleIds.guest },
});

export const guestExportAccepted = z.object({ exportId: uuid }).meta({
  id: 'GuestExportAccepted',
  description: 'An export to be fetched.',
  example: { exportId: '0197a32f-1d2e-7f30-a142-536475869708' },
});
