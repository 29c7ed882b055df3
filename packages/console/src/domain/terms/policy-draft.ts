import type { components } from '@lodging/client';
import { readAmount, writeAmount } from '../amount-input.ts';
import type { Separators } from '../amount-input.ts';
import { readPercent, writePercent } from '../percent-input.ts';

export type Policy = components['schemas']['CancellationPolicy'];
export type PolicyUpdate = components['schemas']['CancellationPolicyUpdate'];
type Penalty = components['schemas']['Penalty'];

/** What a person types, as texts. */
export interface PenaltyDraft {
  readonly kind: Penalty['kind'];
  readonly percent: string;
  readonly of: 'accommodation' | 'total';
  readonly nights: string;
  readonly amount: string;
  readonly currency: string;
}

export interface StepDraft {
  readonly count: string;
  readonly unit: 'days' | 'hours';
  readonly penalty: PenaltyDraft;
}

export interface PolicyDraft {
  readonly code: string;
  readonly name: string;
  readonly steps: readonly StepDraft[];
  readonly afterwards: PenaltyDraft;
  readonly noShow: PenaltyDraft;
  readonly graceMinutes: string;
  readonly graceHours: string;
  readonly referenceTime: string;
  readonly isDefault: boolean;
  /** Kept as they are. */
  readonly translations?: Policy['translations'];
}

export type ReadPolicy =
  | { readonly ok: true; readonly policy: PolicyUpdate }
  /** Pointers as the API names them. */
  | { readonly ok: false; readonly faults: readonly string[] };

export function emptyPenalty(currency: string, kind: Penalty['kind'] = 'none'): PenaltyDraft {
  return { kind, percent: '100', of: 'total', nights: '1', amount: '', currency };
}

/** Free until a week before, then all of it: the one that most hotels begin with. */
export function emptyPolicy(currency: string): PolicyDraft {
  return {
    code: '',
    name: '',
    steps: [{ count: '7', unit: 'days', penalty: emptyPenalty(currency) }],
    afterwards: emptyPenalty(currency, 'percent'),
    noShow: emptyPenalty(currency, 'percent'),
    graceMinutes: '0',
    graceHours: '0',
    referenceTime: '',
    isDefault: false,
  };
}

export function draftOfPolicy(policy: Policy, currency: string, separators: Separators): PolicyDraft {
  const draft = (penalty: Penalty): PenaltyDraft => draftOfPenalty(penalty, currency, separators);
  return {
    code: policy.code,
    name: policy.name,
    steps: policy.steps.map(({ before, penalty }) => ({
      count: String(before.count),
      unit: before.unit,
      penalty: draft(penalty),
    })),
    afterwards: draft(policy.afterwards),
    noShow: draft(policy.noShow),
    graceMinutes: String(policy.graceMinutes),
    graceHours: String(policy.graceMinHoursBefore),
    referenceTime: policy.referenceTime ?? '',
    isDefault: policy.default,
    ...(policy.translations && { translations: policy.translations }),
  };
}

function draftOfPenalty(penalty: Penalty, currency: string, separators: Separators): PenaltyDraft {
  const empty = emptyPenalty(currency, penalty.kind);
  switch (penalty.kind) {
    case 'none':
      return empty;
    case 'percent':
      return { ...empty, percent: writePercent(penalty.bps, separators), of: penalty.of };
    case 'nights':
      return { ...empty, nights: String(penalty.count) };
    case 'fixed':
      return {
        ...empty,
        amount: writeAmount(penalty.amountMinorUnits, penalty.currency, separators),
        currency: penalty.currency,
      };
  }
}

export function readPolicy(draft: PolicyDraft, separators: Separators): ReadPolicy {
  const faults: string[] = [];
  const whole = (text: string, pointer: string): number => {
    if (!/^\d{1,6}$/.test(text.trim())) faults.push(pointer);
    return Number(text);
  };
  const penalty = (one: PenaltyDraft, pointer: string): Penalty => {
    const read = readPenalty(one, separators);
    if (read.ok) return read.penalty;
    faults.push(`${pointer}/${read.fault}`);
    return { kind: 'none' };
  };
  const steps = draft.steps.map(({ count, unit, penalty: of }, index) => ({
    before: { count: whole(count, `/steps/${index}/before/count`), unit },
    penalty: penalty(of, `/steps/${index}/penalty`),
  }));
  const policy: PolicyUpdate = {
    name: draft.name.trim(),
    referenceTime: draft.referenceTime === '' ? null : draft.referenceTime,
    graceMinutes: whole(draft.graceMinutes, '/graceMinutes'),
    graceMinHoursBefore: whole(draft.graceHours, '/graceMinHoursBefore'),
    steps,
    afterwards: penalty(draft.afterwards, '/afterwards'),
    noShow: penalty(draft.noShow, '/noShow'),
    default: draft.isDefault,
    ...(draft.translations && { translations: draft.translations }),
  };
  if (policy.name === '') faults.unshift('/name');
  if (draft.code.trim() === '') faults.unshift('/code');
  return faults.length === 0 ? { ok: true, policy } : { ok: false, faults };
}

type ReadPenalty =
  | { readonly ok: true; readonly penalty: Penalty }
  | { readonly ok: false; readonly fault: 'bps' | 'count' | 'amountMinorUnits' };

function readPenalty(draft: PenaltyDraft, separators: Separators): ReadPenalty {
  switch (draft.kind) {
    case 'none':
      return { ok: true, penalty: { kind: 'none' } };
    case 'percent': {
      const bps = Number(readPercent(draft.percent, separators) ?? 0);
      if (!Number.isInteger(bps) || bps < 1) return { ok: false, fault: 'bps' };
      return { ok: true, penalty: { kind: 'percent', bps, of: draft.of } };
    }
    case 'nights': {
      const count = Number(draft.nights);
      if (!Number.isInteger(count) || count < 1) return { ok: false, fault: 'count' };
      return { ok: true, penalty: { kind: 'nights', count } };
    }
    case 'fixed': {
      const amount = readAmount(draft.amount, draft.currency, separators);
      if (!amount.ok) return { ok: false, fault: 'amountMinorUnits' };
      const amountMinorUnits = String(amount.minorUnits);
      return { ok: true, penalty: { kind: 'fixed', amountMinorUnits, currency: draft.currency } };
    }
  }
}
