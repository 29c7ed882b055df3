import {
  guestMail,
  mailSettingsFields,
  mailTemplateFields,
  previewMailTemplate,
  sendGuestMail,
} from '@lodging/contract-notifications';
import { uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { listPage } from '../paging.ts';

export const mailSettingsBody = mailSettingsFields;
export const mailTemplateBody = mailTemplateFields;

export const mailPreviewBody = previewMailTemplate.request
  .pick({ reservationId: true })
  .meta({
    id: 'MailPreviewRequest',
    description: 'The booking that the mail reports. Default: a stay that is made up.',
    example: { reservationId: '0197a205-3c4d-7a5e-8f60-718293a4b5c6' },
  })
  .optional();

export const mailPreviewQuery = z.object({
  reservationId: uuid.optional().meta({
    description: 'The booking that the mail reports. Default: a stay that is made up.',
  }),
});

export const mailPreviewPage = z.string().meta({
  id: 'MailPreviewPage',
  description: 'The HTML of a mail.',
  example: '<p>Your stay begins on Thursday, 10 June 2027.</p>',
});

export const guestMailBody = sendGuestMail.request.pick({ type: true }).meta({
  id: 'GuestMailRequest',
  description: 'The kind of mail to send.',
  example: { type: 'booking_confirmed' },
});

export const guestMailPage = listPage('mails', guestMail, {
  id: 'GuestMailPage',
  description: 'A page of the mails to the guest of a booking.',
});
