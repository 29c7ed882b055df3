import type { Alternative, Hold, Problem, Quote, SearchResult } from '../api/records.ts';

/** The guest’s request: local dates (`YYYY-MM-DD`, empty until selected) and the party. */
export interface RequestedStay {
  readonly arrival: string;
  readonly departure: string;
  readonly adults: number;
  readonly childAges: readonly number[];
}

/** A stay that was picked out of the results, or as an alternative to a refusal. */
export interface Choice {
  readonly resourceId: string;
  readonly resourceName: string;
  readonly timezone: string;
  readonly ratePlanId: string | null;
  readonly planName: string | null;
  readonly from: string;
  readonly to: string;
  readonly nights: number;
}

/** What a guest wants to know about a resource beside its price. */
export interface About {
  readonly photoUrl: string | null;
  readonly description: string | null;
  readonly capacity: number;
  readonly features: readonly string[];
}

/** A resource that results or alternatives name, by its id. */
export interface KnownResource {
  readonly name: string;
  readonly timezone: string;
  readonly plans: Readonly<Record<string, string>>;
  readonly about?: About;
}
export type Known = Readonly<Record<string, KnownResource>>;

export interface Found {
  readonly results: readonly SearchResult[];
  readonly nextCursor: string | null;
  /** False where nothing can be booked, and the results say why. */
  readonly bookable: boolean;
}

export type Stage = 'search' | 'price' | 'email' | 'code' | 'payment' | 'confirmed' | 'over';

/** A request under way, or one that may be retried after a refusal. */
export type Task =
  | { readonly kind: 'search'; readonly bookableOnly: boolean; readonly cursor: string | null }
  | { readonly kind: 'quote' }
  | { readonly kind: 'hold' }
  /** Reads the hold as it is now. */
  | { readonly kind: 'check' }
  | { readonly kind: 'send_code' }
  | { readonly kind: 'verify_code'; readonly code: string }
  | { readonly kind: 'checkout' }
  /** `attempt`: reads of the payment since the guest returned from the payment page. */
  | { readonly kind: 'confirm'; readonly attempt: number; readonly delaySeconds: number };

export type TaskKind = Task['kind'];

export interface Notice {
  readonly problem: Problem;
  /** The refused request; null where a retry cannot help. */
  readonly retry: Task | null;
}

export type Information =
  | 'other_tab'
  | 'payment_cancelled'
  | 'payment_pending'
  | 'payment_safe'
  | 'code_sent'
  | 'price_changed';

/** What the guest says beside the address; empty where nothing is said. */
export type GuestDetails = Readonly<Record<GuestField, string>>;

export const GUEST_FIELDS = ['name', 'phone', 'arrivalTime', 'message'] as const;
export type GuestField = (typeof GUEST_FIELDS)[number];

export const noDetails: GuestDetails = { name: '', phone: '', arrivalTime: '', message: '' };

export interface Model {
  readonly stage: Stage;
  readonly resourceId: string | null;
  readonly requestedStay: RequestedStay;
  readonly found: Found | null;
  readonly known: Known;
  readonly choice: Choice | null;
  readonly quote: Quote | null;
  /** The Idempotency-Key of the hold; set before the hold is requested. */
  readonly holdKey: string | null;
  readonly hold: Hold | null;
  readonly email: string;
  readonly guest: GuestDetails;
  readonly guestToken: string | null;
  /** The guest was sent to the payment page. */
  readonly isPaymentOpen: boolean;
  readonly busy: TaskKind | null;
  readonly notice: Notice | null;
  readonly information: Information | null;
  /** After the hold's end, by the server's clock: the last request for the hold, or its refusal. */
  readonly quietSinceMs: number | null;
  /** Lead of the server's clock over this one. */
  readonly clockOffsetMs: number;
}

export const emptyRequest: RequestedStay = { arrival: '', departure: '', adults: 2, childAges: [] };

export function emptyModel(resourceId: string | null, requestedStay: RequestedStay = emptyRequest): Model {
  return {
    stage: 'search',
    resourceId,
    requestedStay,
    found: null,
    known: {},
    choice: null,
    quote: null,
    holdKey: null,
    hold: null,
    email: '',
    guest: noDetails,
    guestToken: null,
    isPaymentOpen: false,
    busy: null,
    notice: null,
    information: null,
    quietSinceMs: null,
    clockOffsetMs: 0,
  };
}

/** The stages in which a hold's time runs. */
export function isHolding({ stage }: Pick<Model, 'stage'>): boolean {
  return stage === 'email' || stage === 'code' || stage === 'payment';
}

/** True where two tabs have come equally far with one hold. */
export function isSameStep(one: Model, other: Model): boolean {
  return (
    one.stage === other.stage &&
    one.hold?.id === other.hold?.id &&
    one.guestToken === other.guestToken &&
    one.isPaymentOpen === other.isPaymentOpen
  );
}

/** Null for an alternative of a resource whose name is unknown. */
export function choiceOf(known: Known, alternative: Alternative): Choice | null {
  const { resourceId, ratePlanId, from, to, nights } = alternative;
  const resource = known[resourceId];
  if (resource === undefined) return null;
  const { name: resourceName, timezone, plans } = resource;
  const planName = ratePlanId === null ? null : (plans[ratePlanId] ?? null);
  return { resourceId, resourceName, timezone, ratePlanId, planName, from, to, nights };
}
