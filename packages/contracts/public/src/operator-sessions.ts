import { currency, email, listOf, text, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { mode, operatorRole, password, permission } from './admin/admin.ts';

export const operatorSessionBody = z
  .object({
    email,
    password: text({ min: 1, max: 200 }),
    mode: mode.default('live'),
  })
  .meta({
    id: 'OperatorLogin',
    description: 'An operator’s e-mail address and password.',
    example: { email: 'front.desk@example.com', password: 'a long password', mode: 'live' },
  });

export const operatorSession = z.object({ token: z.string(), expiresAt: timestamp }).meta({
  id: 'OperatorSession',
  description: 'A session. The token is shown only once.',
  example: { token: 'os_3nR8…', expiresAt: '2027-05-03T21:00:00.000Z' },
});

const exampleConsoleSession = {
  id: '0198c2f6-0000-7000-8000-0000000000a1',
  mode: 'live' as const,
  createdAt: '2027-05-03T09:00:00.000Z',
  expiresAt: '2027-05-03T21:00:00.000Z',
  operator: {
    id: '0198c2f6-0000-7000-8000-0000000000a2',
    email: 'front.desk@example.com',
    name: 'Ada Lovelace',
    role: 'viewer' as const,
  },
  tenant: {
    id: '0198c2f6-0000-7000-8000-0000000000a3',
    name: 'Hotel Seeblick',
    slug: 'seeblick',
    timezone: 'Europe/Berlin',
    defaultCurrency: 'EUR',
  },
  permissions: ['read' as const],
};

export const consoleSession = z
  .object({
    id: uuid,
    mode,
    createdAt: timestamp,
    expiresAt: timestamp.meta({ description: 'Ends earlier after 60 minutes without a request.' }),
    operator: z.object({ id: uuid, email: z.string(), name: z.string().nullable(), role: operatorRole }),
    tenant: z
      .object({
        id: uuid,
        name: z.string(),
        slug: z.string(),
        timezone: z.string(),
        defaultCurrency: currency,
      })
      .meta({ description: 'The live tenant, also for its sandbox.' }),
    permissions: listOf(permission, permission.options.length).meta({
      description: 'What the role of the operator may now.',
    }),
  })
  .meta({
    id: 'ConsoleSession',
    description: 'A session of the operator’s console. Its token is in the cookie alone.',
    example: exampleConsoleSession,
  });
export type ConsoleSession = z.infer<typeof consoleSession>;

const ownSession = z.object({
  id: uuid,
  kind: z.enum(['console', 'token']).meta({ description: 'In the cookie of the console, or a token.' }),
  mode,
  createdAt: timestamp,
  lastSeenAt: timestamp.nullable().meta({ description: 'About the last request; null for a token.' }),
  expiresAt: timestamp,
  current: z.boolean().meta({ description: 'The session of this request.' }),
});
export type OwnSession = z.infer<typeof ownSession>;

export const ownSessions = z.object({ sessions: listOf(ownSession, 100) }).meta({
  id: 'OwnSessions',
  description: 'The open sessions of an operator.',
  example: {
    sessions: [
      {
        id: exampleConsoleSession.id,
        kind: 'console',
        mode: 'live',
        createdAt: '2027-05-03T09:00:00.000Z',
        lastSeenAt: '2027-05-03T11:41:00.000Z',
        expiresAt: '2027-05-03T21:00:00.000Z',
        current: true,
      },
    ],
  },
});

export const ownPasswordBody = z
  .object({ currentPassword: text({ min: 1, max: 200 }), newPassword: password })
  .meta({
    id: 'OwnPasswordChange',
    description: 'The password of now, and the one after it.',
    example: { currentPassword: 'a long password', newPassword: 'another long password' },
  });
