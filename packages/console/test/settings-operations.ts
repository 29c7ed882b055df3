import { NOW, ok, problem } from './fake-api.ts';
import type { Handler } from './fake-api.ts';
import { RESOURCES, SESSION } from './records.ts';

const KINDS = [
  'booking_confirmed',
  'booking_changed',
  'booking_cancelled',
  'payment_due',
  'payment_received',
  'refund_sent',
  'stay_reminder',
];

const SETTINGS = {
  enabled: false,
  fromName: null,
  replyTo: null,
  address: null,
  phone: null,
  website: null,
  logoUrl: null,
  accentColor: null,
  manageUrl: null,
  testMailbox: null,
  propertyName: 'Hotel Seeblick',
  languages: ['en'],
  reminderDaysBefore: 0,
  mails: Object.fromEntries(KINDS.map((kind) => [kind, true])),
  guestMay: { cancel: false, changeDates: false, pay: false },
};

const BUILT_IN = {
  subject: 'Your booking {{ booking.reference }}',
  text: 'Dear {{ guest.name }},\n\nsee you on {{ booking.arrival }}.',
  html: null,
  custom: false,
  updatedAt: null,
};

type Operations = Record<string, Handler>;

/** Enough of the API for the settings, in memory. */
export const settingsOperations = (): Operations => ({
  ...accountOperations(),
  ...resourceOperations(),
  ...mailOperations(),
});

function accountOperations(): Operations {
  const session = { kind: 'console', mode: 'live', createdAt: NOW, lastSeenAt: NOW, expiresAt: NOW };
  const sessions = [
    { ...session, id: SESSION.id, current: true },
    { ...session, id: 'other', kind: 'token', lastSeenAt: null, current: false },
  ];
  const account = { provider: 'stripe', accountId: 'acct_1Seeblick', canCharge: true };
  return {
    'GET /v1/console/sessions': () => ok({ sessions }),
    'GET /v1/payment-account': () => ok({ ...account, redirectOrigins: ['https://seeblick.example'] }),
  };
}

function resourceOperations(): Operations {
  const roomTypes: object[] = [RESOURCES[0]?.roomType ?? {}];
  const resources = new Map(RESOURCES.map((one) => [one.id, one]));
  return {
    'GET /v1/resources': ({ query }) => {
      const isArchived = query.get('archived') === 'true';
      const listed = [...resources.values()].filter(({ archivedAt }) => (archivedAt !== null) === isArchived);
      return ok({ resources: listed, nextCursor: null });
    },
    'PATCH /v1/resources/{id}': ({ ids: [id = ''], body }) => {
      const found = resources.get(id);
      if (found === undefined) return problem({ status: 404, code: 'resource_not_found' });
      const { archived, ...fields } = body as { readonly archived?: boolean };
      const changed = archived === undefined ? {} : { archivedAt: archived ? NOW : null };
      resources.set(id, { ...found, ...fields, ...changed });
      return ok(resources.get(id) ?? {});
    },
    'GET /v1/room-types': () => ok({ roomTypes, nextCursor: null }),
    'POST /v1/room-types': ({ body }) => {
      roomTypes.push({ ...body, id: 'room-type-2' });
      return { status: 201, body: { ...body, id: 'room-type-2' } };
    },
  };
}

function mailOperations(): Operations {
  let settings: object = SETTINGS;
  const templates = new Map<string, object>();
  return {
    'GET /v1/mail-settings': () => ok(settings),
    'PUT /v1/mail-settings': ({ body }) => {
      settings = body;
      return ok(body);
    },
    'GET /v1/mail-templates/{type}/{language}': ({ ids: [type = '', language = ''] }) =>
      ok(templates.get(`${type} ${language}`) ?? { ...BUILT_IN, type, language }),
    'PUT /v1/mail-templates/{type}/{language}': ({ ids: [type = '', language = ''], body }) => {
      const saved = { html: null, ...body, type, language, custom: true, updatedAt: NOW };
      templates.set(`${type} ${language}`, saved);
      return ok(saved);
    },
    'DELETE /v1/mail-templates/{type}/{language}': ({ ids: [type, language] }) => {
      templates.delete(`${type} ${language}`);
      return { status: 204 };
    },
    'POST /v1/mail-templates/{type}/{language}/preview': () =>
      ok({
        subject: 'Your booking 9CFJNRVY',
        text: 'Dear Ada,',
        html: '<p>Dear Ada, <script>1</script></p>',
      }),
    'GET /v1/mail-templates/{type}/{language}/preview.html': () => ({
      status: 200,
      body: {},
      headers: { 'content-type': 'text/html' },
    }),
  };
}
