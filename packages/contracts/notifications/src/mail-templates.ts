import { rpc, text, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { mailKind, mailLanguage } from './mail-settings.ts';

const context = 'notifications';

/** Any text: an unknown kind or language of the path is `not_found`. */
const place = { type: z.string(), language: z.string() };

/** Above the bound of a part, which the service refuses as `template_invalid`. */
const PART = 200_000;

export const mailTemplateFields = z
  .object({
    subject: text({ min: 1, max: 200 }).meta({ description: 'One line.' }),
    text: text({ min: 1, max: PART }).meta({ description: 'The plain text; at most 64 KiB.' }),
    html: text({ min: 1, max: PART }).optional().meta({
      description: 'The HTML, whole; at most 64 KiB. Without it the HTML part is made from the text.',
    }),
  })
  .meta({
    id: 'MailTemplateUpdate',
    description: 'A template of a mail in LiquidJS. The variables are listed in the guide on mails.',
    example: {
      subject: 'See you soon, {{ booking.reference }}',
      text: 'Dear {{ guest.name }},\n\nyour stay begins on {{ booking.arrival }}.\n\n{{ property.name }}',
    },
  });

export const mailTemplate = z
  .object({
    type: mailKind,
    language: mailLanguage,
    subject: z.string(),
    text: z.string(),
    html: z.string().nullable().meta({ description: 'Null: it is made from the text.' }),
    custom: z.boolean().meta({ description: 'False for the built-in template.' }),
    updatedAt: timestamp.nullable().meta({ description: 'Null for the built-in template.' }),
  })
  .meta({
    id: 'MailTemplate',
    description: 'The template of a mail in one language.',
    example: {
      type: 'stay_reminder',
      language: 'en',
      subject: 'See you soon, {{ booking.reference }}',
      text: 'Your stay begins on {{ booking.arrival }}.',
      html: null,
      custom: true,
      updatedAt: '2027-05-03T09:00:00.000Z',
    },
  });

export const readMailTemplate = rpc({
  context,
  name: 'read-mail-template',
  request: z.object(place),
  response: mailTemplate,
  refusals: ['not_found'],
  idempotent: true,
});

/** `template_invalid` has `line` (null where it is the template as a whole), `part` and `reason`. */
export const putMailTemplate = rpc({
  context,
  name: 'put-mail-template',
  permission: 'operate',
  request: z.object({ ...place, template: mailTemplateFields }),
  response: mailTemplate,
  refusals: ['not_found', 'template_invalid'],
  idempotent: true,
});

/** Back to the built-in one; also where none was put. */
export const deleteMailTemplate = rpc({
  context,
  name: 'delete-mail-template',
  permission: 'operate',
  request: z.object(place),
  response: z.object({}),
  refusals: ['not_found'],
  idempotent: true,
});

export const renderedMail = z.object({ subject: z.string(), text: z.string(), html: z.string() }).meta({
  id: 'RenderedMail',
  description: 'A mail as it would be sent now.',
  example: {
    subject: 'See you soon, 7K3Q9ALP',
    text: 'Your stay begins on Thursday, 10 June 2027.',
    html: '<p>Your stay begins on Thursday, 10 June 2027.</p>',
  },
});

/** Without a reservation, of a stay that is made up. */
export const previewMailTemplate = rpc({
  context,
  name: 'preview-mail-template',
  permission: 'read',
  request: z.object({ ...place, reservationId: uuid.optional() }),
  response: renderedMail,
  refusals: ['not_found', 'booking_not_found', 'template_invalid'],
  idempotent: true,
});
