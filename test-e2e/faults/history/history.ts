import type {
  Began,
  Ended,
  Entry,
  FaultNoted,
  LeakSeen,
  Note,
  Operation,
  TenantFacts,
  WebhookReceived,
} from './entries.ts';

/** A history as the checker reads it. */
export interface History {
  readonly seed: number;
  readonly tenants: readonly TenantFacts[];
  readonly operations: readonly Operation[];
  readonly webhooks: readonly WebhookReceived[];
  readonly faults: readonly FaultNoted[];
  readonly leaks: readonly LeakSeen[];
  readonly notes: readonly Note[];
  readonly endsAt: number;
}

export function historyOf(entries: readonly Entry[]): History {
  const began = entries.find((entry): entry is Began => entry.kind === 'began');
  if (began === undefined) throw new Error('the history has no beginning');
  const ends = new Map<number, Ended>();
  for (const entry of entries) if (entry.kind === 'end') ends.set(entry.id, entry);
  const endsAt = entries.at(-1)?.at ?? 0;
  const operations = entries.flatMap((entry): Operation[] => {
    if (entry.kind !== 'invoke') return [];
    const end = ends.get(entry.id);
    const { id, client, tenant, op, input, at: from } = entry;
    const {
      at: to = Infinity,
      outcome = 'info',
      status = null,
      code = null,
      output = {},
    }: Partial<Ended> = end ?? {};
    return [{ id, client, tenant, op, input, from, to, outcome, status, code, output }];
  });
  return {
    seed: began.seed,
    tenants: began.tenants,
    operations,
    webhooks: entries.filter((entry) => entry.kind === 'webhook'),
    faults: entries.filter((entry) => entry.kind === 'fault'),
    leaks: entries.filter((entry) => entry.kind === 'leak'),
    notes: entries.filter((entry) => entry.kind === 'note'),
    endsAt,
  };
}

export function parseHistory(text: string): Entry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}
