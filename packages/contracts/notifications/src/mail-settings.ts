import { boundedArray, email, listOf, rpc, text } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'notifications';

export const mailKind = z
  .enum([
    'booking_confirmed',
    'booking_changed',
    'booking_cancelled',
    'payment_due',
    'payment_received',
    'refund_sent',
    'stay_reminder',
  ])
  .meta({ id: 'MailKind', description: 'The kinds of mails to guests.' });
export type MailKind = z.infer<typeof mailKind>;

export const mailLanguage = z
  .enum(['en', 'de', 'fr', 'es'])
  .meta({ id: 'MailLanguage', description: 'The languages of mails to guests.' });
export type MailLanguage = z.infer<typeof mailLanguage>;

const LANGUAGES = mailLanguage.options.length;

/** It stands in a header or in one line of a mail. */
function line(max: number) {
  return text({ min: 1, max }).refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters');
}

function url(message: string, isAllowed: (address: URL) => boolean) {
  return text({ min: 1, max: 2_000 }).refine((value) => {
    const address = /^[\x21-\x7e]+$/.test(value) ? URL.parse(value) : null;
    return address !== null && address.username === '' && address.password === '' && isAllowed(address);
  }, message);
}

const isHttps = ({ protocol }: URL) => protocol === 'https:';
const isLocal = ({ protocol, hostname }: URL) => protocol === 'http:' && hostname === 'localhost';
const webUrl = url('must be an http or https address', ({ protocol }) => /^https?:$/.test(protocol));
const httpsUrl = url('must be an https address', isHttps);
const pageUrl = url('must be an https address', (address) => isHttps(address) || isLocal(address));

const described = {
  enabled: 'False: no mail is sent but the code mail.',
  fromName: 'The name of the sender. Default: `propertyName`.',
  replyTo: 'The address for answers of guests.',
  languages: 'The languages of the property. A guest whose language is not among them gets the first one.',
  propertyName: 'The name in the mails. Required; null only where no settings exist.',
  manageUrl:
    'The page where guests manage their stay, on one of the `redirectOrigins` of the payment account. ' +
    'http is allowed for localhost in the sandbox.',
  reminderDaysBefore:
    'The days before the arrival of the reminder, which is sent at 10:00 local time; 0: none.',
  testMailbox: 'The mailbox of all mails of the sandbox. Without one the sandbox sends none.',
  mails: 'Which mails are sent; absent ones are.',
  guestMay: 'What guests may do themselves.',
} as const;

/** One shape for each kind. */
function ofEachKind<Shape>(shape: Shape): Record<MailKind, Shape> {
  return Object.fromEntries(mailKind.options.map((kind) => [kind, shape])) as Record<MailKind, Shape>;
}

const SWITCHED_ON = ofEachKind(true);
const GUESTS_MAY_NOT = { cancel: false, changeDates: false, pay: false };

const switches = z.object(ofEachKind(z.boolean().default(true)));
const permissions = z.object({
  cancel: z.boolean().default(false),
  changeDates: z.boolean().default(false),
  pay: z.boolean().default(false),
});

const exampleSettings = {
  enabled: true,
  fromName: 'Hotel Seeblick',
  replyTo: 'desk@seeblick.example',
  languages: ['en', 'de'],
  propertyName: 'Hotel Seeblick',
  address: 'Seestraße 1, 6900 Bregenz',
  phone: '+43 5574 0000',
  website: 'https://seeblick.example',
  logoUrl: 'https://seeblick.example/logo.png',
  accentColor: '#1f6f8b',
  manageUrl: 'https://seeblick.example/manage',
  reminderDaysBefore: 2,
  testMailbox: null,
  mails: SWITCHED_ON,
  guestMay: GUESTS_MAY_NOT,
};

/** Absent fields get their defaults. */
export const mailSettingsFields = z
  .object({
    enabled: z.boolean().default(false).meta({ description: described.enabled }),
    fromName: line(80).nullable().default(null).meta({ description: described.fromName }),
    replyTo: email.nullable().default(null).meta({ description: described.replyTo }),
    languages: boundedArray(mailLanguage, { min: 1, max: LANGUAGES })
      .refine((languages) => new Set(languages).size === languages.length, 'must not name a language twice')
      .default(['en'])
      .meta({ description: described.languages }),
    propertyName: line(200).meta({ description: described.propertyName }),
    address: text({ min: 1, max: 500 }).nullable().default(null),
    phone: line(50).nullable().default(null),
    website: webUrl.nullable().default(null),
    logoUrl: httpsUrl.nullable().default(null),
    accentColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f6f8b')
      .nullable()
      .default(null),
    manageUrl: pageUrl.nullable().default(null).meta({ description: described.manageUrl }),
    reminderDaysBefore: z.int().min(0).max(30).default(0).meta({ description: described.reminderDaysBefore }),
    testMailbox: email.nullable().default(null).meta({ description: described.testMailbox }),
    mails: switches.default(SWITCHED_ON).meta({ description: described.mails }),
    guestMay: permissions.default(GUESTS_MAY_NOT).meta({ description: described.guestMay }),
  })
  .meta({
    id: 'MailSettingsUpdate',
    description: 'The complete settings of mails to guests: absent fields get their defaults.',
    example: exampleSettings,
  });

export const mailSettings = z
  .object({
    enabled: z.boolean().meta({ description: described.enabled }),
    fromName: z.string().nullable().meta({ description: described.fromName }),
    replyTo: z.string().nullable().meta({ description: described.replyTo }),
    languages: listOf(mailLanguage, LANGUAGES).meta({ description: described.languages }),
    propertyName: z.string().nullable().meta({ description: described.propertyName }),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    logoUrl: z.string().nullable(),
    accentColor: z.string().nullable(),
    manageUrl: z.string().nullable().meta({ description: described.manageUrl }),
    reminderDaysBefore: z.int().meta({ description: described.reminderDaysBefore }),
    testMailbox: z.string().nullable().meta({ description: described.testMailbox }),
    mails: z.object(ofEachKind(z.boolean())).meta({ description: described.mails }),
    guestMay: z
      .object({ cancel: z.boolean(), changeDates: z.boolean(), pay: z.boolean() })
      .meta({ description: described.guestMay }),
  })
  .meta({
    id: 'MailSettings',
    description: 'The settings of mails to guests.',
    example: exampleSettings,
  });
export type MailSettingsRecord = z.infer<typeof mailSettings>;

export const readMailSettings = rpc({
  context,
  name: 'read-mail-settings',
  request: z.object({}),
  response: mailSettings,
  refusals: [],
  idempotent: true,
});

/** Replaces them. A `manageUrl` that guests may not be sent to is `validation_failed`, pointer /manageUrl. */
export const putMailSettings = rpc({
  context,
  name: 'put-mail-settings',
  permission: 'operate',
  request: mailSettingsFields,
  response: mailSettings,
  refusals: ['validation_failed'],
  idempotent: true,
});
