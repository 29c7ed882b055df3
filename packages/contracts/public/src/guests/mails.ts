import {
  guestMail,
  mailSettingsFields,
  mailTemplateFields,
  previewMailTemplate,
  sendGuestMail,
} from '@lodging/contract-notifications';
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

export const guestMailBody = sendGuestMail.request.pick({ type: true }).meta({
  id: 'GuestMailRequest',
  description: 'The kind of mail to send.',
  example: { type: 'booking_confirmed' },
});

export const guestMailPage = listPage('mails', guestMail, {
  id: 'GuestMailPage',
  description: 'A page of the mails to the guest of a booking.',
});
