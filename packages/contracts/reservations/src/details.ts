import { localTime } from '@lodging/contract-inventory';
import { boundedRecord, email, text } from '@lodging/contract-wire';
import { z } from 'zod';

export const metadataKey = text({ min: 1, max: 40 }).refine(
  (key) => !/[[\]]/.test(key),
  'must not hold [ or ]',
);

export const MAX_METADATA_KEYS = 50;

/** How much in all, and how many keys after a merge, the service limits. */
export const metadata = boundedRecord(metadataKey, text({ min: 1, max: 500 }), MAX_METADATA_KEYS).meta({
  description:
    'At most 50 keys of 1 to 40 characters without `[` and `]`, with values of 1 to 500 characters; 8 KiB in ' +
    'total.',
  example: { channel: 'phone' },
});

/** As many as there are may be removed for as many others. `""` or null removes a key; null in place of the whole removes all. */
export const metadataPatch = boundedRecord(metadataKey, text({ max: 500 }).nullable(), 2 * MAX_METADATA_KEYS)
  .nullable()
  .meta({
    description: 'Merged: `""` or null removes a key; null instead of the object removes all keys.',
    example: { channel: 'phone', 'room-key': null },
  });

export const externalReference = text({ min: 1, max: 200 }).meta({
  description: 'Your own reference of the booking; unique until the booking is cancelled or expired.',
});
export const notes = text({ max: 5_000 }).meta({ description: 'Your own notes. Never in events.' });
export const language = text({ min: 1, max: 100 })
  .refine(isLanguageTag, 'must be a language tag of BCP 47')
  .meta({ description: 'A language tag of BCP 47.', example: 'de-AT' });
const arrivalTime = localTime.meta({
  description: 'When the guest arrives, `HH:MM` in the time zone of the stay.',
  example: '21:30',
});
const message = text({ min: 1, max: 1_000 })
  .refine(
    (value) => isOneLine(value.replaceAll(/[\r\n]/g, '')),
    'must not hold control characters but line breaks',
  )
  .meta({ description: 'The guest’s message to the property.' });
const ONE_LINE = 'must not hold control characters';

/** The guest, beside the address that a code verifies. Personal data: in answers to secret keys, never in events. */
const guestDetails = {
  guestName: text({ min: 1, max: 200 }),
  guestPhone: text({ min: 1, max: 50 }),
  guestLanguage: language,
  arrivalTime,
  guestMessage: message,
};
export const exampleGuestDetails = {
  guestName: 'Ada Lovelace',
  guestPhone: null,
  guestLanguage: 'en-GB',
  arrivalTime: '21:30',
  guestMessage: null,
};

/** What a guest says with the code. A name and a phone are one line each. */
export const guestOfCode = z
  .object({
    name: text({ min: 1, max: 200 }).refine(isOneLine, ONE_LINE).optional(),
    phone: text({ min: 1, max: 50 }).refine(isOneLine, ONE_LINE).optional(),
    arrivalTime: arrivalTime.optional(),
    message: message.optional(),
  })
  .meta({
    id: 'GuestDetails',
    description:
      'Stored sealed with the booking; never in an answer to a publishable key. What is absent stays as it is.',
    example: { name: 'Ada Lovelace', phone: '+49 30 901820', arrivalTime: '21:30' },
  });

type GuestShapes<Shape extends z.ZodType> = Readonly<Record<keyof typeof guestDetails, Shape>>;

function eachGuestDetail<Shape extends z.ZodType>(
  shapeOf: (detail: z.ZodString) => Shape,
): GuestShapes<Shape> {
  const shapes = Object.entries(guestDetails).map(([name, detail]) => [name, shapeOf(detail)]);
  return Object.fromEntries(shapes) as GuestShapes<Shape>;
}

/** As a create takes them. */
export const givenGuestDetails = eachGuestDetail((detail) => detail.optional());

/** As a booking shows them. */
export const shownGuestDetails = eachGuestDetail((detail) => {
  const { description } = detail.meta() ?? {};
  const shown = z.string().nullable();
  return description === undefined ? shown : shown.meta({ description });
});

/** The details that PATCH may change. What is absent stays as it is, null removes it. */
export const detailsPatch = {
  metadata: metadataPatch.optional(),
  externalReference: externalReference.nullable().optional(),
  notes: notes.nullable().optional(),
  guestEmail: email.optional().meta({
    description: 'Of a booking with the source `manual` only. Links to the booking that the guest had end.',
  }),
  ...eachGuestDetail((detail) => detail.nullable().optional()),
};

function isOneLine(value: string): boolean {
  return !/\p{Cc}/u.test(value);
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
