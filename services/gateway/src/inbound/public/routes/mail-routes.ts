import {
  deleteMailTemplate,
  listGuestMails,
  previewMailTemplate,
  putMailSettings,
  putMailTemplate,
  readMailSettings,
  readMailTemplate,
  sendGuestMail,
} from '@lodging/contract-notifications';
import {
  guestMailBody,
  guestMailPage,
  mailPreviewBody,
  mailPreviewPage,
  mailPreviewQuery,
  mailSettingsBody,
  mailTemplateBody,
  pageQuery,
} from '@lodging/contract-public';
import { SMALL_BODY_BYTES, STAY_BODY_BYTES } from '../body-limits.ts';
import { listRoute, route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';
import { mailPageResponse } from '../responses.ts';

const access = 'secret_key';

const settingsRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/mail-settings',
    docs: {
      operationId: 'readMailSettings',
      tag: 'Mails',
      summary: 'Retrieve the mail settings',
      description: 'Without settings: mails are off, and `propertyName` is null.',
    },
    access,
    permission: 'read',
    timeout: 'read',
    operation: readMailSettings,
    request: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/v1/mail-settings',
    docs: {
      operationId: 'putMailSettings',
      tag: 'Mails',
      summary: 'Replace the mail settings',
      description:
        'Turns mails to guests on with `enabled`. Absent fields get their defaults. Live tenant and sandbox have ' +
        'settings of their own; mails of the sandbox go to `testMailbox`. A `manageUrl` that is not on one of the ' +
        '`redirectOrigins` is `validation_failed`.',
    },
    access,
    permission: 'operate',
    timeout: 'write',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: mailSettingsBody,
    operation: putMailSettings,
    request: ({ body }) => body,
  }),
];

const templateRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/mail-templates/{type}/{language}',
    docs: {
      operationId: 'readMailTemplate',
      tag: 'Mails',
      summary: 'Retrieve a mail template',
      description: 'The built-in template where none was put (`custom` is false).',
    },
    access,
    permission: 'read',
    timeout: 'read',
    operation: readMailTemplate,
    request: ({ type, language }) => ({ type, language }),
  }),
  route({
    method: 'PUT',
    path: '/v1/mail-templates/{type}/{language}',
    docs: {
      operationId: 'putMailTemplate',
      tag: 'Mails',
      summary: 'Create or replace a mail template',
      description:
        'In LiquidJS, without tags that load other templates. Variables are `property` (`name`, `address`, `phone`, ' +
        '`email`, `website`, `logoUrl`, `accentColor`, `accentTextColor`), `guest.name`, `booking` (`reference`, `state`, ' +
        '`room`, `arrival`, `arrivalShort`, `arrivalTime`, `departure`, `departureShort`, `departureTime`, ' +
        '`duration`, `nights`, `guests`, `adults`, `children`, `quantity`), `bill` (`accommodation`, `lines` with ' +
        '`name`, `amount`, `included`, `atProperty`, `total`, `dueAtProperty`), `payment` (`amount`, `paid`, ' +
        '`refunded`, `due`, `parts` with `amount` and `date`), `cancellation` (`terms`, `fee`, `refund`, `due`), ' +
        '`manage.url` and `mail` (`kind`, `language`, `isTest`). Values are escaped in HTML. An unknown variable, ' +
        'tag or filter, broken syntax, and a template that exceeds a bound are `template_invalid`.',
    },
    access,
    permission: 'operate',
    timeout: 'write',
    body: mailTemplateBody,
    operation: putMailTemplate,
    request: ({ type, language, body }) => ({ type, language, template: body }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/mail-templates/{type}/{language}',
    docs: {
      operationId: 'deleteMailTemplate',
      tag: 'Mails',
      summary: 'Delete a mail template',
      description: 'The built-in template is used again.',
    },
    access,
    permission: 'operate',
    status: 204,
    timeout: 'write',
    operation: deleteMailTemplate,
    request: ({ type, language }) => ({ type, language }),
  }),
  route({
    method: 'POST',
    path: '/v1/mail-templates/{type}/{language}/preview',
    docs: {
      operationId: 'previewMailTemplate',
      tag: 'Mails',
      summary: 'Preview a mail',
      description:
        'The mail as it would be sent now, of a booking or of a stay that is made up. Nothing is sent.',
    },
    access,
    permission: 'operate',
    timeout: 'booking',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: mailPreviewBody,
    operation: previewMailTemplate,
    request: ({ type, language, body }) => ({ type, language, ...body }),
  }),
  route({
    method: 'GET',
    path: '/v1/mail-templates/{type}/{language}/preview.html',
    docs: {
      operationId: 'readMailPreview',
      tag: 'Mails',
      summary: 'Get the HTML of a mail',
      description:
        'The HTML part of the mail as it would be sent now, of a booking or of a stay that is made up, for a frame of the ' +
        'console: it runs no script, loads nothing and is shown in pages of this origin alone.',
      response: mailPreviewPage,
    },
    access,
    permission: 'read',
    timeout: 'booking',
    query: mailPreviewQuery,
    mediaType: 'text/html; charset=utf-8',
    operation: previewMailTemplate,
    request: ({ type, language, query }) => ({ type, language, ...query }),
    toResponse: mailPageResponse,
  }),
];

export const mailRoutes: readonly PublicRoute[] = [
  ...settingsRoutes,
  ...templateRoutes,
  listRoute({
    path: '/v1/bookings/{id}/mails',
    about: 'reservation',
    docs: {
      operationId: 'listGuestMails',
      tag: 'Mails',
      summary: 'List the mails of a booking',
      description:
        'Ordered by creation. A mail is written when it is sent; neither its address nor its text is kept. Without ' +
        'mail settings there are none.',
      response: guestMailPage,
    },
    access,
    notFound: 'booking_not_found',
    query: pageQuery,
    operation: listGuestMails,
    request: (page, _query, { id }) => ({ ...page, reservationId: id }),
    list: 'mails',
  }),
  route({
    method: 'POST',
    path: '/v1/bookings/{id}/mails',
    about: 'reservation',
    docs: {
      operationId: 'sendGuestMail',
      tag: 'Mails',
      summary: 'Send a mail again',
      description:
        'Sends the mail with what holds now, whether or not this kind is switched on. With mails off, or for a guest ' +
        'without an address, the mail is `suppressed`. At most 5 an hour a booking: `rate_limited`.',
    },
    access,
    permission: 'book',
    notFound: 'booking_not_found',
    status: 202,
    timeout: 'booking',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: guestMailBody,
    operation: sendGuestMail,
    request: ({ id, body }) => ({ reservationId: id, type: body.type }),
  }),
];
