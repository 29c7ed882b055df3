import type { Random } from '../history/random.ts';
import type { Recorder } from '../history/recorder.ts';
import type { ResourceFacts, TenantFacts } from '../history/entries.ts';
import type { FeedBooth } from './feed-booth.ts';

export interface Tenant extends TenantFacts {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** What the clients of this tenant know of, for further operations. */
  readonly known: {
    readonly bookings: { readonly id: string; readonly resourceId: string }[];
    readonly blocks: string[];
    readonly feeds: { readonly resourceId: string; readonly token: string }[];
  };
}

export interface WorkloadDeps {
  readonly recorder: Recorder;
  readonly tenants: readonly Tenant[];
  /** The gateways that answer: a second one joins during some faults. */
  readonly gateways: string[];
  readonly providerUrl: string;
  readonly providerKey: string;
  readonly mailUrl: string;
  readonly feeds: FeedBooth;
  /** Aborted at the end of the workload: clients finish what they do and begin nothing new. */
  readonly over: AbortSignal;
}

/** One client: a name, its own random choices, and the world. */
export interface Client {
  readonly name: string;
  readonly random: Random;
  readonly world: WorkloadDeps;
}

/** The nights that all clients want. */
const FIRST_DAY_AHEAD = 40;
export const NIGHTS = 9;

export function dayAt(index: number): string {
  return Temporal.Now.plainDateISO('UTC')
    .add({ days: FIRST_DAY_AHEAD + index })
    .toString();
}

export interface Stay {
  readonly from: string;
  readonly to: string;
  readonly first: number;
  readonly nights: number;
}

export function stayAt(first: number, nights: number): Stay {
  return { from: `${dayAt(first)}T15:00:00Z`, to: `${dayAt(first + nights)}T10:00:00Z`, first, nights };
}

export function anyStay(random: Random): Stay {
  const nights = random.pick([1, 1, 2, 2, 3]);
  return stayAt(random.int(0, NIGHTS - nights), nights);
}

export function anyResource({ random }: Client, tenant: Tenant): ResourceFacts {
  return random.pick(tenant.resources);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
