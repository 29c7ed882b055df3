import type { components } from '@lodging/client';
import { readAmount, writeAmount } from '../amount-input.ts';
import type { Separators } from '../amount-input.ts';
import { readFactor, writePercent } from '../percent-input.ts';

export type RatePlan = components['schemas']['RatePlan'];
export type RatePlanEntry = components['schemas']['RatePlanEntry'];

/** The conditions of a plan as a person types them. */
export interface PlanDraft {
  readonly code: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly isRefundable: boolean;
  readonly minStayNights: string;
  /** Empty: no maximum. */
  readonly maxStayNights: string;
  readonly closedToArrival: boolean;
  readonly closedToDeparture: boolean;
  /** Empty: none. */
  readonly policy: string;
  /** Percent; empty: the whole is paid at the booking. */
  readonly deposit: string;
  readonly balanceDays: string;
  /** The code of the plan whose prices it follows; empty: it has its own. */
  readonly parent: string;
  readonly percent: string;
  readonly adjust: 'add' | 'subtract';
  readonly adjustment: string;
}

export type ReadPlan =
  | { readonly ok: true; readonly entry: RatePlanEntry }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Where the API finds the plan that the page sends. */
export const PLAN_POINTER = '/ratePlans/0';
const MOST_DERIVED_BPS = 100_000;
const MOST_DEPOSIT_BPS = 9_999;

export const emptyPlan: PlanDraft = {
  code: '',
  name: '',
  enabled: true,
  isRefundable: true,
  minStayNights: '1',
  maxStayNights: '',
  closedToArrival: false,
  closedToDeparture: false,
  policy: '',
  deposit: '',
  balanceDays: '0',
  parent: '',
  percent: '100',
  adjust: 'subtract',
  adjustment: '',
};

export function draftOfPlan(plan: RatePlan, separators: Separators): PlanDraft {
  const { code, name, enabled, isRefundable, closedToArrival, closedToDeparture, deposit } = plan;
  const derived = plan.derivedFrom;
  const { kind = 'subtract', amountMinorUnits } = derived?.adjustment ?? {};
  return {
    code,
    name,
    enabled,
    isRefundable,
    closedToArrival,
    closedToDeparture,
    minStayNights: String(plan.minStayNights),
    maxStayNights: plan.maxStayNights === null ? '' : String(plan.maxStayNights),
    policy: plan.cancellationPolicyCode ?? '',
    deposit: deposit === null ? '' : writePercent(deposit.percentBps, separators),
    balanceDays: String(deposit?.balanceDueDaysBefore ?? 0),
    parent: derived?.ratePlanCode ?? '',
    percent: writePercent(derived?.multiplierBps ?? 10_000, separators),
    adjust: kind,
    adjustment:
      amountMinorUnits === undefined ? '' : writeAmount(amountMinorUnits, plan.currency, separators),
  };
}

export function readPlan(draft: PlanDraft, currency: string, separators: Separators): ReadPlan {
  const faults: string[] = [];
  const fail = (pointer: string): void => void faults.push(`${PLAN_POINTER}/${pointer}`);
  const whole = (text: string, pointer: string): number => {
    if (!/^\d{1,5}$/.test(text.trim())) fail(pointer);
    return Number(text);
  };
  if (draft.code.trim() === '') fail('code');
  if (draft.name.trim() === '') fail('name');
  const { enabled, isRefundable, closedToArrival, closedToDeparture, maxStayNights } = draft;
  const entry: RatePlanEntry = {
    code: draft.code.trim(),
    name: draft.name.trim(),
    currency,
    enabled,
    isRefundable,
    closedToArrival,
    closedToDeparture,
    minStayNights: whole(draft.minStayNights, 'minStayNights'),
    maxStayNights: maxStayNights.trim() === '' ? null : whole(maxStayNights, 'maxStayNights'),
    cancellationPolicyCode: draft.policy === '' ? null : draft.policy,
    deposit: depositOf(draft, separators, fail, whole),
    derivedFrom: derivationOf(draft, currency, separators, fail),
  };
  return faults.length === 0 ? { ok: true, entry } : { ok: false, faults };
}

type Fail = (pointer: string) => void;

function depositOf(
  { deposit, balanceDays }: PlanDraft,
  separators: Separators,
  fail: Fail,
  whole: (text: string, pointer: string) => number,
): NonNullable<RatePlanEntry['deposit']> | null {
  if (deposit.trim() === '') return null;
  const percentBps = readFactor(deposit, separators, MOST_DEPOSIT_BPS) ?? 0;
  if (percentBps === 0) fail('deposit/percentBps');
  return { percentBps, balanceDueDaysBefore: whole(balanceDays, 'deposit/balanceDueDaysBefore') };
}

function derivationOf(
  { parent, percent, adjust, adjustment }: PlanDraft,
  currency: string,
  separators: Separators,
  fail: Fail,
): NonNullable<RatePlanEntry['derivedFrom']> | null {
  if (parent === '') return null;
  const multiplierBps = readFactor(percent, separators, MOST_DERIVED_BPS) ?? 0;
  if (multiplierBps === 0) fail('derivedFrom/multiplierBps');
  const derived = { ratePlanCode: parent, multiplierBps };
  if (adjustment.trim() === '') return derived;
  const amount = readAmount(adjustment, currency, separators);
  if (!amount.ok && amount.fault !== 'not-positive') fail('derivedFrom/adjustment/amountMinorUnits');
  if (!amount.ok) return derived;
  return { ...derived, adjustment: { kind: adjust, amountMinorUnits: String(amount.minorUnits) } };
}
