/** Milliseconds since the start of the seed. */
export type At = number;

/**
 * `info`: the client does not know the outcome (no answer, 503), so the checker allows both. `refused`: the answer says that
 * nothing was changed.
 */
export type Outcome = 'ok' | 'refused' | 'info';

export interface Invoked {
  readonly kind: 'invoke';
  readonly at: At;
  readonly id: number;
  readonly client: string;
  readonly tenant: string;
  readonly op: string;
  readonly input: Fields;
}

export interface Ended {
  readonly kind: 'end';
  readonly at: At;
  readonly id: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly code: string | null;
  readonly output: Fields;
}

export interface WebhookReceived {
  readonly kind: 'webhook';
  readonly at: At;
  readonly tenant: string;
  readonly endpoint: string;
  readonly answered: number;
  readonly signed: boolean;
  readonly eventId: string;
  readonly body: Fields;
}

export interface FaultNoted {
  readonly kind: 'fault';
  readonly at: At;
  readonly fault: string;
  readonly phase: 'started' | 'healed' | 'skipped' | 'failed';
  readonly detail: string;
}

/** Something of another tenant in an answer. */
export interface LeakSeen {
  readonly kind: 'leak';
  readonly at: At;
  readonly tenant: string;
  readonly where: string;
  readonly marker: string;
}

export interface Began {
  readonly kind: 'began';
  readonly at: At;
  readonly seed: number;
  readonly seconds: number;
  readonly tenants: readonly TenantFacts[];
}

export interface Note {
  readonly kind: 'note';
  readonly at: At;
  readonly note: string;
  readonly fields: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;
export type Entry = Began | Invoked | Ended | WebhookReceived | FaultNoted | LeakSeen | Note;

export interface ResourceFacts {
  readonly id: string;
  readonly ratePlanId: string;
  readonly units: number;
  readonly connectionId: string;
  /** The share of a total that its cancellation policy retains; absent without an automatic refund. */
  readonly keepsBps?: number;
}

export interface TenantFacts {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly marker: string;
  readonly resources: readonly ResourceFacts[];
  readonly endpoints: readonly { readonly id: string; readonly name: string }[];
}

/** An invocation with its end. Without an end (the run was over) the outcome is `info`. */
export interface Operation extends Omit<Invoked, 'kind' | 'at'> {
  readonly from: At;
  readonly to: At;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly code: string | null;
  readonly output: Fields;
}
