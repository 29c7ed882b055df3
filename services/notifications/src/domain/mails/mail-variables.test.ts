import { expect, it } from 'vitest';
import type { MailLanguage } from './mail-kind.ts';
import { mailVariables } from './mail-variables.ts';
import { NO_MAIL_SETTINGS } from './mail-settings.ts';
import { SAMPLE_FACT, SAMPLE_NOW, sampleStay } from './sample-stay.ts';

const line = { amountMinorUnits: 600n, included: false, atProperty: true };
const cityTax = { ...line, name: 'Ortstaxe', translations: { de: {}, en: { name: 'City tax' } } };

it.each([
  ['en', 'en', 'Room 1', 'City tax'],
  ['de', 'de-AT', 'Zimmer 1', 'Ortstaxe'],
  ['fr', 'fr', 'Zimmer 1', 'Ortstaxe'],
  ['en', 'it', 'Room 1', 'City tax'],
] as const)('a mail in %s to a guest of %s names %s and %s', (language: MailLanguage, guest, room, tax) => {
  const stay = sampleStay('booking_confirmed', guest);
  const facts = {
    ...stay,
    room: 'Zimmer 1',
    roomTranslations: { en: { name: 'Room 1' } },
    bill: stay.bill && { ...stay.bill, lines: [cityTax] },
  };
  const mail = { kind: 'booking_confirmed', fact: SAMPLE_FACT, language, livemode: true } as const;
  const { booking, bill } = mailVariables(mail, NO_MAIL_SETTINGS, facts, SAMPLE_NOW);
  expect([booking.room, bill.lines[0]?.name]).toEqual([room, tax]);
});
