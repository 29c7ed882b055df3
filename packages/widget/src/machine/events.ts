import type { Hold, Problem, Quote, SearchPage } from '../api/records.ts';
import type { Choice, GuestDetails, Known, Model, Task, RequestedStay } from './model.ts';

/** An input of the guest. `key` is a new Idempotency-Key. */
export type GuestAction =
  | { readonly kind: 'request'; readonly requestedStay: RequestedStay }
  | { readonly kind: 'search' }
  | { readonly kind: 'more' }
  | { readonly kind: 'choose'; readonly choice: Choice }
  | { readonly kind: 'hold'; readonly key: string }
  | { readonly kind: 'email'; readonly email: string; readonly guest: GuestDetails }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'new_code' }
  | { readonly kind: 'other_email' }
  | { readonly kind: 'pay' }
  /** The guest says that the payment was made. */
  | { readonly kind: 'paid' }
  | { readonly kind: 'requote' }
  | { readonly kind: 'check' }
  | { readonly kind: 'back' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'retry' };

/** What the API answers. */
export type Reply =
  | { readonly kind: 'found'; readonly page: SearchPage; readonly known: Known; readonly nowMs: number }
  | { readonly kind: 'quoted'; readonly quote: Quote }
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'checked'; readonly hold: Hold }
  | { readonly kind: 'code_sent' }
  /** `needsConsent`: the guest accepts the terms before anything is confirmed. */
  | { readonly kind: 'verified'; readonly token: string; readonly needsConsent: boolean }
  | { readonly kind: 'leaving' }
  | { readonly kind: 'confirmed'; readonly hold: Hold }
  | { readonly kind: 'refused'; readonly task: Task; readonly problem: Problem; readonly known: Known };

/** What happens around the component. */
export type Occurrence =
  /** The page was reloaded, or the guest came back from the payment page. */
  | {
      readonly kind: 'resumed';
      readonly stored: Model | null;
      readonly from: 'reload' | 'paid' | 'cancelled';
    }
  | { readonly kind: 'other_tab'; readonly stored: Model | null }
  | { readonly kind: 'time'; readonly nowMs: number }
  | { readonly kind: 'online' };

export type Event = GuestAction | Reply | Occurrence;

export interface Step {
  readonly model: Model;
  readonly task: Task | null;
}
