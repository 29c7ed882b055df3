import { daysBetween } from '../format/iso-days.ts';
import { stayValue } from '../format/stay-value.ts';
import type { Event } from '../machine/events.ts';
import type { Model } from '../machine/model.ts';

export interface BookingEvents {
  'lodging-stage': CustomEvent<{ readonly stage: Model['stage'] }>;
  'lodging-search': CustomEvent<SearchDetail>;
  'lodging-view': CustomEvent<ViewDetail>;
  'lodging-begin_checkout': CustomEvent<ViewDetail & StayDetail>;
  'lodging-purchase': CustomEvent<ViewDetail & StayDetail>;
  'lodging-held': CustomEvent<StayDetail>;
  'lodging-confirmed': CustomEvent<StayDetail>;
  'lodging-refused': CustomEvent<{
    readonly code: string;
    readonly status: number;
    readonly requestId: string | null;
  }>;
}

interface StayDetail {
  readonly reservationId: string;
  readonly reference: string;
  readonly resourceId: string | null;
  readonly totalMinorUnits: string;
  readonly currency: string;
}

interface SearchDetail {
  readonly arrival: string;
  readonly departure: string;
  readonly nights: number;
  readonly adults: number;
  readonly children: number;
  /** How many places can be booked on the first page. */
  readonly results: number;
}

interface ViewDetail {
  readonly resourceId: string | null;
  readonly resourceName: string;
  readonly ratePlanId: string | null;
  readonly planName: string | null;
  readonly from: string;
  readonly to: string;
  readonly nights: number;
  readonly adults: number;
  readonly children: number;
  readonly totalMinorUnits: string;
  readonly currency: string;
  /** The total as a number, as programs of statistics want it. */
  readonly value: number;
}

type Dispatch = <N extends keyof BookingEvents>(name: N, detail: BookingEvents[N]['detail']) => void;

/** Dispatches the component’s events to the page. They have no guest data. */
export function announce(host: HTMLElement, model: Model, before: Model, cause: Event['kind']): void {
  const dispatch: Dispatch = (name, detail) =>
    host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  if (model.stage !== before.stage) dispatch('lodging-stage', { stage: model.stage });
  announceSale(dispatch, model, before, cause);
  if (model.hold !== null && before.hold === null && model.stage === 'email')
    dispatch('lodging-held', stayOf(model));
  if (model.stage === 'confirmed' && before.stage !== 'confirmed')
    dispatch('lodging-confirmed', stayOf(model));
  const problem = model.notice?.problem;
  if (problem !== undefined && problem !== before.notice?.problem) {
    const { code, status, requestId } = problem;
    dispatch('lodging-refused', { code, status, requestId });
  }
}

/** The way of a sale, each part of it once: neither after a reload nor in a second tab. */
function announceSale(dispatch: Dispatch, model: Model, before: Model, cause: Event['kind']): void {
  const { found, stage } = model;
  if (cause === 'found' && before.found === null && found !== null)
    dispatch('lodging-search', searchOf(model));
  if (cause === 'quoted' && before.quote === null) dispatch('lodging-view', viewOf(model));
  if (cause === 'held' && before.hold === null && stage === 'email')
    dispatch('lodging-begin_checkout', { ...viewOf(model), ...stayOf(model) });
  const isAnswer = cause === 'confirmed' || cause === 'checked' || cause === 'held';
  if (isAnswer && stage === 'confirmed' && before.stage !== 'confirmed')
    dispatch('lodging-purchase', { ...viewOf(model), ...stayOf(model) });
}

function searchOf({ requestedStay, found }: Model): SearchDetail {
  const { arrival, departure, adults, childAges } = requestedStay;
  const results = found?.results.filter(({ bookable }) => bookable).length ?? 0;
  const nights = daysBetween(arrival, departure);
  return { arrival, departure, nights, adults, children: childAges.length, results };
}

function viewOf({ choice, quote, hold, requestedStay }: Model): ViewDetail {
  const breakdown = quote?.priceBreakdown;
  const totalMinorUnits = hold?.totalMinorUnits ?? breakdown?.totalMinorUnits ?? '0';
  const currency = hold?.currency ?? breakdown?.currency ?? '';
  return {
    resourceId: choice?.resourceId ?? null,
    resourceName: choice?.resourceName ?? '',
    ratePlanId: choice?.ratePlanId ?? null,
    planName: choice?.planName ?? null,
    from: choice?.from ?? '',
    to: choice?.to ?? '',
    nights: choice?.nights ?? 0,
    adults: requestedStay.adults,
    children: requestedStay.childAges.length,
    totalMinorUnits,
    currency,
    value: currency === '' ? 0 : stayValue(totalMinorUnits, currency),
  };
}

function stayOf({ hold, choice }: Model): StayDetail {
  return {
    reservationId: hold?.id ?? '',
    reference: hold?.reference ?? '',
    resourceId: choice?.resourceId ?? null,
    totalMinorUnits: hold?.totalMinorUnits ?? '0',
    currency: hold?.currency ?? '',
  };
}
