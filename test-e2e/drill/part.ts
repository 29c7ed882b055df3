import { lodging as cli } from '../harness/command-line.ts';
import type { Lodging } from '../harness/lodging.ts';
import type { DrillContext } from './drill-context.ts';

/** As `lodging recover report --json` prints it. */
export interface Report {
  complete: boolean;
  read: number;
  stays: {
    id: string;
    kind: string;
    lastPublished: { state: string; from: string } | null;
    events: { id: string; type: string }[];
    reservations: { state: string; hasGuest: boolean } | null;
    inventory: { claim: string | null; isElsewhere: boolean | null; soldTo: string | null } | null;
    payments: { paidMinorUnits: string } | null;
    lostIntents: string[];
  }[];
  lostPayments: { intentId: string; reservationId: string | null }[];
}

export interface Result {
  complete: boolean;
  services: { service: string; dropped: number; resent: number }[];
  claimed: number;
  unclaimed: { id: string; code: string }[];
}

export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly seen: unknown;
}

export interface Part {
  readonly lodging: Lodging;
  readonly context: DrillContext;
  readonly step: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  readonly find: (what: string, ok: boolean, seen: unknown) => void;
}

/** Ends with 1 or 3 where something is left to do, which the drill looks at itself. */
export async function recover<T>({ lodging }: Part, verb: string, since: string): Promise<T> {
  const args = ['recover', verb, '--since', since, '--yes', '--timeout', '60', '--json'];
  const { code, out, notes } = await cli(lodging.home, args);
  if (out === '') throw new Error(`lodging recover ${verb} ended with ${code}: ${notes}`);
  return JSON.parse(out) as T;
}
