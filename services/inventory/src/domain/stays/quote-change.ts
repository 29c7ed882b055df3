import { exactAnchor, lodgingAnchor, ok, refuse } from '@lodging/kernel';
import type { CancellationPolicy, Refusal, Result, StayWindow } from '@lodging/kernel';
import { applyingRules } from '../rules/applying-rules.ts';
import { taxRuleKey } from '../rules/tax-rule.ts';
import { checkWindow } from '../time/check-window.ts';
import { isGeneric } from '../time/resource-kind.ts';
import { stayAt } from '../time/stay.ts';
import type { Stay } from '../time/stay.ts';
import type { ResourceConfig, SellablePlan } from '../resources/resource.ts';
import type { TaxExemption } from './bill-lines.ts';
import { reasonsOnPlan } from './find-reasons.ts';
import type { Reason } from './find-reasons.ts';
import { isDivisible } from './party-price.ts';
import { tariffOf } from './tariff.ts';
import type { KeptNights } from './price-night.ts';
import {
  billOnPlan,
  choosePlan,
  datedStay,
  displayTotal,
  partyNotDivisible,
  sellTerms,
} from './quote-stay.ts';
import type { QuotedStay, SoldPolicy, StayRefusal, StayRequest, StaySnapshot } from './quote-stay.ts';

/** The stay as it is booked. */
export interface BookedStay {
  readonly claimId: string;
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly quantity: number;
  readonly currency: string;
  readonly timezone: string;
}

export interface ChangeRequest extends Omit<StayRequest, 'purpose'> {
  readonly booked: BookedStay;
  readonly hasBothEnds: boolean;
  readonly bookedExemptions: readonly TaxExemption[];
  /** Its guests have arrived: the stay is not closed to arrival, and never over. */
  readonly hasBegun: boolean;
  readonly kept: KeptNights | undefined;
  readonly keptLeadTimeBps: number | undefined;
  /** Null: none. Undefined: the policy of the plan. */
  readonly keptPolicy: CancellationPolicy | null | undefined;
}

export type ChangeRefusal = StayRefusal | Refusal<'validation_failed' | 'currency_mismatch'>;

/** As `quoteStay`; `taken` is without the claim of the booking itself. */
export function quoteChange(
  { resource, stay: known, taken, nightlyRates, fxRates, taxRules, policies }: StaySnapshot,
  request: ChangeRequest,
  now: Temporal.Instant,
): Result<QuotedStay, ChangeRefusal> {
  const suits = checkTarget(resource, request);
  if (!suits.ok) return suits;
  const chosen = choosePlan(resource, request.ratePlanId);
  if (!chosen.ok) return chosen;
  const plan = chosen.value;
  const stay = known ?? stayAt(resource, request.window);
  const invalid = checkWindow(stay, resource, request.hasBegun ? 'booking' : 'quote', now);
  if (invalid !== undefined) return invalid;
  if (!isDivisible(tariffOf(resource, plan).pricing?.occupancy, request.party)) return partyNotDivisible;
  const reasons = reasonsOnPlan(resource, plan, { stay, party: request.party, taken }).filter(
    (reason) => !isLifted(reason, { resource, stay, now }, request),
  );
  if (reasons.length > 0) return refuse('unavailable', 'The stay is not available.', { reasons });
  const dated = datedStay(resource, stay, now);
  const exemptions = exemptionsOf(request, { resource, plan, taxRules, dates: dated.pricedDates });
  const priced = billOnPlan(resource, plan, { dated, nightlyRates, taxRules }, { ...request, exemptions });
  if (!priced.ok) return priced;
  const { bill } = priced.value;
  const display = displayTotal(bill, request.displayCurrency ?? resource.currency, fxRates, now);
  if (!display.ok) return display;
  const { totalMinorUnits } = bill;
  const sold = sellTerms(resource, plan, { stay, totalMinorUnits, policies }, now);
  const { keptPolicy } = request;
  const cancellation = keptPolicy === undefined ? sold.cancellation : keep(keptPolicy, resource, stay);
  return ok({ ...priced.value, ...sold, cancellation, display: display.value });
}

function checkTarget(
  { currency, timezone }: ResourceConfig,
  { booked, hasBothEnds }: ChangeRequest,
): Result<null, ChangeRefusal> {
  if (currency !== booked.currency)
    return refuse(
      'currency_mismatch',
      `The target is sold in ${currency}, the booking in ${booked.currency}.`,
    );
  if (timezone === booked.timezone || hasBothEnds) return ok(null);
  const message = 'is required: the target is in another time zone';
  return refuse('validation_failed', 'A target in another time zone needs `from` and `to`.', {
    errors: [
      { pointer: '/from', message },
      { pointer: '/to', message },
    ],
  });
}

/** What the booking has is not taken from it, however many others share it, and an arrival that has passed is not closed. */
function isLifted(
  reason: Reason,
  { resource, stay, now }: { resource: ResourceConfig; stay: Stay; now: Temporal.Instant },
  { booked, party, hasBegun }: ChangeRequest,
): boolean {
  const { span } = stayAt(resource, booked.window);
  if (reason === 'closed_to_arrival')
    return (
      hasBegun || (Temporal.Instant.compare(booked.window.from, now) <= 0 && span.start === stay.span.start)
    );
  if (reason !== 'reserved' && reason !== 'external_block') return false;
  if (booked.resourceId !== resource.id || party.quantity > booked.quantity) return false;
  return span.start <= stay.span.start && stay.span.end <= span.end;
}

interface ExemptedStay extends Pick<StaySnapshot, 'resource' | 'taxRules'> {
  readonly plan: SellablePlan | undefined;
  readonly dates: readonly string[];
}

/** Booked exemptions stay while their rule applies and allows one. */
function exemptionsOf(
  { exemptions = [], bookedExemptions }: ChangeRequest,
  { resource, plan, taxRules, dates }: ExemptedStay,
): readonly TaxExemption[] {
  if (bookedExemptions.length === 0) return exemptions;
  const given = new Set(exemptions.map(({ code }) => taxRuleKey(code)));
  const offer = { resource, ratePlanCode: plan?.code, currency: resource.currency };
  const nights = dates.map((date) => ({ date, amountMinorUnits: 0n }));
  const allowed = new Set(
    applyingRules(taxRules, offer, nights)
      .filter(({ rule }) => rule.exemptible)
      .map(({ rule }) => taxRuleKey(rule.code)),
  );
  const stay = bookedExemptions.filter(({ code }) => {
    const key = taxRuleKey(code);
    return allowed.has(key) && !given.has(key);
  });
  return [...exemptions, ...stay];
}

function keep(policy: CancellationPolicy | null, resource: ResourceConfig, stay: Stay): SoldPolicy | null {
  if (policy === null) return null;
  const { timezone: timeZone, checkInTime } = resource;
  const anchor = isGeneric(resource)
    ? exactAnchor(stay.window.from, timeZone)
    : lodgingAnchor(policy, { arrival: stay.arrival, checkInTime, timeZone });
  return { policy, anchor };
}
