import { text } from '@lodging/contract-wire';
import { z } from 'zod';

export const metadataKey = text({ min: 1, max: 40 }).refine(
  (key) => !/[[\]]/.test(key),
  'must not hold [ or ]',
);

/** How many keys, and how much in all, the service limits: after a merge, too. */
export const metadata = z.record(metadataKey, text({ min: 1, max: 500 })).meta({
  description:
    'At most 50 keys of 1 to 40 characters without `[` and `]`, with texts of 1 to 500; 8 KiB in all.',
  example: { channel: 'phone' },
});

/** `""` or null removes a key; null in place of the whole removes all. */
export const metadataPatch = z
  .record(metadataKey, text({ max: 500 }).nullable())
  .nullable()
  .meta({
    description: 'Is merged: `""` or null removes a key, null in place of the object all of them.',
    example: { channel: 'phone', 'room-key': null },
  });

export const externalReference = text({ min: 1, max: 200 }).meta({
  description: 'Your own name of the booking; of one booking alone until it is cancelled or has expired.',
});
export const notes = text({ max: 5_000 }).meta({ description: 'Your own notes. Never in events.' });
export const guestName = text({ min: 1, max: 200 });
export const guestPhone = text({ min: 1, max: 50 });
export const guestLanguage = text({ min: 1, max: 100 })
  .refine(isLanguageTag, 'must be a language tag of BCP 47')
  .meta({ description: 'A language tag of BCP 47.', example: 'de-AT' });

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
