import type { Alternative, Hold, Problem, Quote, SearchResult } from '../api/records.ts';

/** What the guest wishes for: local dates (`YYYY-MM-DD`, empty until chosen) and who travels. */
export interface Wish {
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

/** A resource that results or alternatives name, by its id. */
export interface KnownResource {
  readonly name: string;
  readonly timezone: string;
  readonly plans: Readonly<Record<string, string>>;
}
export type Known = Readonly<Record<string, KnownResource>>;

export interface Found {
  readonly results: readonly SearchResult[];
  readonly nextCursor: string | null;
  /** False where nothing can be booked, and the results say why. */
  readonly bookable: boolean;
}

export type Stage = 'wish' | 'price' | 'email' | 'code' | 'payment' | 'confirmed' | 'over';

/** A request that runs, or that a refusal may be followed by again. */
export type Task =
  | { readonly kind: 'search'; readonly bookableOnly: boolean; readonly cursor: string | null }
  | { readonly kind: 'quote' }
  | { readonly kind: 'hold' }
  /** Reads the hold as it is now. */
  | { readonly kind: 'check' }
  | { readonly kind: 'send_code' }
  | { readonly kind: 'verify_code'; readonly code: string }
  | { readonly kind: 'checkout' }
  /** `attempt` counts how often the payment was asked for since the guest came back from it. */
  | { readonly kind: 'confirm'; readonly attempt: number; readonly delaySeconds: number };

export type TaskKind = Task['kind'];

export interface Notice {
  readonly problem: Problem;
  /** What was asked for, so that it can be asked for again; null where that cannot help. */
  readonly retry: Task | null;
}

export type Information =
  | 'other_tab'
  | 'payment_cancelled'
  | 'payment_pending'
  | 'payment_safe'
  | 'code_sent'
  | 'price_changed';

export interface Model {
  readonly stage: Stage;
  readonly resourceId: string | null;
  readonly wish: Wish;
  readonly found: Found | null;
  readonly known: Known;
  readonly choice: Choice | null;
  readonly quote: Quote | null;
  /** The Idempotency-Key of the hold; set before the hold is asked for. */
  readonly holdKey: string | null;
  readonly hold: Hold | null;
  readonly email: string;
  readonly guestToken: string | null;
  /** The guest was sent to the payment page. */
  readonly isPaymentOpen: boolean;
  readonly busy: TaskKind | null;
  readonly notice: Notice | null;
  readonly information: Information | null;
  /** After the hold's end, by the server's clock: when it was asked last, or its refusal was seen. */
  readonly quietSinceMs: number | null;
  /** How far the server's clock is ahead of this one. */
  readonly clockOffsetMs: number;
}

export const noWish: Wish = { arrival: '', departure: '', adults: 2, childAges: [] };

export function emptyModel(resourceId: string | null, wish: Wish = noWish): Model {
  return {
    stage: 'wish',
    resourceId,
    wish,
    found: null,
    known: {},
    choice: null,
    quote: null,
    holdKey: null,
    hold: null,
    email: '',
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

/** Null for an alternative of a resource that nobody has named yet. */
export function choiceOf(known: Known, alternative: Alternative): Choice | null {
  const { resourceId, ratePlanId, from, to, nights } = alternative;
  const resource = known[resourceId];
  if (resource === undefined) return null;
  const { name: resourceName, timezone, plans } = resource;
  const planName = ratePlanId === null ? null : (plans[ratePlanId] ?? null);
  return { resourceId, resourceName, timezone, ratePlanId, planName, from, to, nights };
}
