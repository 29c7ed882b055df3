import { GuestLodging, LodgingError } from '@lodging/client';
import type { ChangedByGuest, ChangeQuote, ManagedBooking } from '@lodging/client';
import { guestFetch } from '../api/guest-fetch.ts';

export type Managed = ManagedBooking;

export interface ManageProblem {
  readonly code: string;
  /** Of `penalty_changed`. */
  readonly penaltyMinorUnits: string | null;
  readonly retryAfterSeconds: number | null;
  /** Of `unavailable`. */
  readonly reasons: readonly string[];
}

/** A refusal of the page itself. */
export const problemOf = (code: string): ManageProblem => ({
  code,
  penaltyMinorUnits: null,
  retryAfterSeconds: null,
  reasons: [],
});

export type ManageAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: ManageProblem };

export interface ManageApi {
  readonly read: (token: string) => Promise<ManageAnswer<Managed>>;
  readonly cancel: (token: string, penalty: string) => Promise<ManageAnswer<unknown>>;
  readonly pay: (token: string, returnTo: string) => Promise<ManageAnswer<{ readonly url: string }>>;
  readonly quoteChange: (
    token: string,
    ends: { readonly from?: string; readonly to?: string },
  ) => Promise<ManageAnswer<ChangeQuote>>;
  readonly changeStay: (
    token: string,
    changeToken: string,
    idempotencyKey: string,
  ) => Promise<ManageAnswer<ChangedByGuest>>;
  readonly requestLink: (reference: string, email: string) => Promise<ManageAnswer<unknown>>;
}

const LIMITS = { deadlineMs: 20_000, maxRetries: 1 };

export function manageApi(
  baseUrl: string,
  key: string,
  language: Parameters<typeof guestFetch>[1],
): ManageApi {
  const privately = guestFetch('no-referrer', language);
  const { manage } = new GuestLodging({ baseUrl, key, fetch: privately, ...LIMITS });
  const withToken = (token: string) => ({ headers: { 'Guest-Token': token } });
  return {
    read: (token) => answered(manage.getBooking(withToken(token))),
    cancel: (token, expectedPenaltyMinorUnits) =>
      answered(manage.cancel({ expectedPenaltyMinorUnits }, withToken(token))),
    pay: (token, address) =>
      answered(manage.createCheckoutSession({ successUrl: address, cancelUrl: address }, withToken(token))),
    quoteChange: (token, ends) => answered(manage.quoteChange(ends, withToken(token))),
    changeStay: (token, changeToken, idempotencyKey) =>
      answered(manage.changeStay({ changeToken }, { ...withToken(token), idempotencyKey })),
    requestLink: (reference, email) => answered(manage.requestLink({ reference, email })),
  };
}

async function answered<T>(call: PromiseLike<T>): Promise<ManageAnswer<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof LodgingError)) throw error;
    const { code, retryAfterSeconds } = error;
    const { penaltyMinorUnits = null, reasons = [] }: Partial<ManageProblem> = Object(error);
    return {
      ok: false,
      problem: { code, penaltyMinorUnits, reasons, retryAfterSeconds: retryAfterSeconds ?? null },
    };
  }
}
