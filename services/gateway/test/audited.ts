import { randomUUID } from 'node:crypto';

/** An entry of the audit trail, as the admin API answers it. */
export interface Entry {
  readonly id: string;
  readonly at: string;
  readonly actor: { kind: string; id: string; name: string | null };
  readonly tenantId: string | null;
  readonly action: string;
  readonly target: { kind: string; id: string } | null;
  readonly requestId: string;
  readonly address: string | null;
  readonly changes: { field: string; before: unknown; after: unknown }[];
}

const NEVER_READ = { lastSyncAt: null, lastSuccessAt: null, lastError: null, eventCount: 0, blocks: 0 };
/** As channels answers it. */
export const CONNECTION = {
  id: randomUUID(),
  channel: 'ical',
  feedUrl: 'https://calendar.example/x.ics',
  status: 'active',
  createdAt: '2026-11-20T09:00:00.000Z',
  ...NEVER_READ,
  nextSyncAt: null,
  failingSince: null,
  quarantine: null,
  listings: 0,
};

/** As payments answers it. */
export const PARKED = {
  eventId: 'evt_1',
  accountId: 'acct_1',
  livemode: true,
  type: 'payment_intent.succeeded',
  reason: 'amount_differs',
  intentId: 'pi_1',
  parkedAt: '2026-11-20T09:00:00.000Z',
};
