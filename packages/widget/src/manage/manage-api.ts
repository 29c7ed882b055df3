import { GuestLodging, LodgingError } from '@lodging/client';
import type { ManagedBooking } from '@lodging/client';

export type Managed = ManagedBooking;

export interface ManageProblem {
  readonly code: string;
  /** Of `penalty_changed`. */
  readonly penaltyMinorUnits: string | null;
  readonly retryAfterSeconds: number | null;
}

export type ManageAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: ManageProblem };

export interface ManageApi {
  readonly read: (token: string) => Promise<ManageAnswer<Managed>>;
  readonly cancel: (token: string, penalty: string) => Promise<ManageAnswer<unknown>>;
  readonly pay: (token: string, returnTo: string) => Promise<ManageAnswer<{ readonly url: string }>>;
  readonly requestLink: (reference: string, email: string) => Promise<ManageAnswer<unknown>>;
}

const LIMITS = { deadlineMs: 20_000, maxRetries: 1 };

export function manageApi(baseUrl: string, key: string): ManageApi {
  const { manage } = new GuestLodging({ baseUrl, key, fetch: privately, ...LIMITS });
  const withToken = (token: string) => ({ headers: { 'Guest-Token': token } });
  return {
    read: (token) => answered(manage.getBooking(withToken(token))),
    cancel: (token, expectedPenaltyMinorUnits) =>
      answered(manage.cancel({ expectedPenaltyMinorUnits }, withToken(token))),
    pay: (token, address) =>
      answered(manage.createCheckoutSession({ successUrl: address, cancelUrl: address }, withToken(token))),
    requestLink: (reference, email) => answered(manage.requestLink({ reference, email })),
  };
}

/** No cookies, nothing of a cache, and nothing of the page's address but its origin. */
const privately: typeof fetch = (input, init) =>
  fetch(input, { ...init, credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });

async function answered<T>(call: PromiseLike<T>): Promise<ManageAnswer<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof LodgingError)) throw error;
    const { code, retryAfterSeconds } = error;
    const { penaltyMinorUnits }: { penaltyMinorUnits?: string } = Object(error);
    const problem = { code, penaltyMinorUnits: penaltyMinorUnits ?? null };
    return { ok: false, problem: { ...problem, retryAfterSeconds: retryAfterSeconds ?? null } };
  }
}
