/** A row that a commit inserts; `mark` is a row of one column. */
export type RowName = 'reservation' | 'claim' | 'event' | 'mark';

export type Step =
  /** To the operation of another service, with its answer. */
  | { readonly kind: 'request'; readonly operation: string }
  /** Of one row by its key. */
  | { readonly kind: 'read' }
  | { readonly kind: 'commit'; readonly rows: readonly RowName[]; readonly durable: boolean }
  /** Published by the relay of the service, which leases what waits, publishes it, and marks it: two commits a run. */
  | { readonly kind: 'event'; readonly event: string }
  /** A call of the payment provider, by HTTP. */
  | { readonly kind: 'provider' };

export interface Operation {
  readonly service: string;
  /** Where the gateway offers it. */
  readonly route?: readonly [method: 'GET' | 'POST', url: string];
  /** The event that it handles. */
  readonly handles?: string;
  readonly steps: readonly Step[];
  /** Once the answer is sent. */
  readonly afterwards?: readonly Step[];
}

const read: Step = { kind: 'read' };
const provider: Step = { kind: 'provider' };
const request = (operation: string): Step => ({ kind: 'request', operation });
const commit = (...rows: RowName[]): Step => ({ kind: 'commit', rows, durable: true });
/** A crash of the server may lose it: nothing is promised yet. */
const pending: Step = { kind: 'commit', rows: ['reservation'], durable: false };
const relay = (event: string): Step[] => [{ kind: 'event', event }];

/**
 * What each operation of the product sends, reads and commits, without anything else of the product. An answer within a
 * chain has the bytes of the one at its end.
 */
export const PATHS: Readonly<Record<string, Operation>> = {
  availability: { service: 'inventory', route: ['GET', '/v1/availability'], steps: [read] },

  quote: { service: 'reservations', route: ['POST', '/v1/quotes'], steps: [request('price')] },
  price: { service: 'inventory', steps: [read] },

  hold: {
    service: 'reservations',
    route: ['POST', '/v1/holds'],
    steps: [pending, request('claim'), commit('event')],
    afterwards: relay('reservation.created'),
  },
  claim: { service: 'inventory', steps: [commit('claim')] },

  booking: {
    service: 'reservations',
    route: ['POST', '/v1/bookings'],
    steps: [request('price'), pending, request('claim'), commit('event', 'event')],
    afterwards: relay('booking.created'),
  },

  'send-code': {
    service: 'reservations',
    route: ['POST', '/v1/holds/:id/otp'],
    steps: [commit('mark'), request('mail')],
  },
  mail: { service: 'notifications', steps: [] },
  'verify-code': {
    service: 'reservations',
    route: ['POST', '/v1/holds/:id/otp/verify'],
    steps: [commit('mark')],
  },
  pay: {
    service: 'reservations',
    route: ['POST', '/v1/holds/:id/payment-intent'],
    steps: [read, request('open-payment')],
  },
  'open-payment': {
    service: 'payments',
    steps: [commit('mark'), provider, commit('event')],
    afterwards: relay('payment.opened'),
  },
  /** By the provider, as soon as the card is charged. */
  'report-payment': {
    service: 'payments',
    route: ['POST', '/provider'],
    steps: [commit('mark')],
    afterwards: [commit('event'), ...relay('payment.succeeded')],
  },
  confirm: {
    service: 'reservations',
    route: ['POST', '/v1/holds/:id/confirm'],
    steps: [read, request('check-payment'), request('confirm-claim'), commit('event')],
    afterwards: relay('reservation.confirmed'),
  },
  'check-payment': { service: 'payments', steps: [read] },
  'confirm-claim': { service: 'inventory', steps: [commit('mark')] },

  'record-opened': { service: 'reservations', handles: 'payment.opened', steps: [commit('mark')] },
  'record-paid': { service: 'reservations', handles: 'payment.succeeded', steps: [read, commit('mark')] },
  'log-created': { service: 'notifications', handles: 'reservation.created', steps: [commit('mark')] },
  'log-paid': { service: 'notifications', handles: 'payment.succeeded', steps: [commit('mark')] },
  'log-confirmed': {
    service: 'notifications',
    handles: 'reservation.confirmed',
    steps: [commit('mark')],
  },
  'log-booking': { service: 'notifications', handles: 'booking.created', steps: [commit('mark')] },
};

/** In the order in which a guest sends them; the provider reports before the guest confirms. */
export const STAY = [
  'quote',
  'hold',
  'send-code',
  'verify-code',
  'pay',
  'report-payment',
  'confirm',
] as const;

export interface PathCost {
  readonly commits: number;
  readonly requests: number;
  /** Published, and handled. */
  readonly events: number;
  readonly providerCalls: number;
}

/** Of one run, whatever the number of its events. */
const COMMITS_OF_A_RELAY = 2;

/** What an operation, and all that follows from it, takes of each service, one guest at a time. */
export function costOf(names: readonly string[]): Record<string, PathCost> {
  const costs: Record<string, PathCost> = {};
  const add = (service: string, kind: keyof PathCost, count = 1) => {
    const cost = costs[service] ?? { commits: 0, requests: 0, events: 0, providerCalls: 0 };
    costs[service] = { ...cost, [kind]: cost[kind] + count };
  };
  const run = ({ service, route, steps, afterwards = [] }: Operation) => {
    if (route !== undefined && route[1] !== '/provider') add('gateway', 'requests');
    for (const step of [...steps, ...afterwards]) {
      if (step.kind === 'commit') add(service, 'commits');
      if (step.kind === 'provider') add(service, 'providerCalls');
      if (step.kind === 'request') {
        add(service, 'requests');
        run(operationOf(step.operation));
      }
      if (step.kind !== 'event') continue;
      add(service, 'events');
      add(service, 'commits', COMMITS_OF_A_RELAY);
      for (const handler of Object.values(PATHS).filter(({ handles }) => handles === step.event)) {
        add(handler.service, 'events');
        run(handler);
      }
    }
  };
  for (const name of names) run(operationOf(name));
  return costs;
}

export function operationOf(name: string): Operation {
  const operation = PATHS[name];
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

/** The services of the path, each a process of its own. */
export const SERVICES = [...new Set(Object.values(PATHS).map(({ service }) => service))];

/** For the processes of the path. */
export interface Plan {
  readonly providerUrl: string;
  /** By row. */
  readonly inserts: Readonly<Record<RowName, string>>;
  /** By operation; the length of an answer of the product. */
  readonly answerBytes: Readonly<Record<string, number>>;
}

/** One statement, so one commit and one round trip. */
export function commitText(rows: readonly RowName[], inserts: Plan['inserts']): string {
  const [last, ...others] = rows.map((row) => inserts[row]).toReversed();
  const parts = others.map((insert, index) => `part_${index} AS (${insert})`);
  return parts.length === 0 ? (last ?? '') : `WITH ${parts.join(', ')} ${last}`;
}
