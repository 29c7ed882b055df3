import { bill, scheduledPayments, soldPolicy } from '@lodging/contract-inventory';
import { changedField } from '@lodging/contract-reservations';
import { instantText } from '@lodging/kernel';
import { z } from 'zod';
import type { Proposal } from '../../domain/changes/stay-change.ts';
import type { StayOfChange } from '../../domain/stay/stay-of-change.ts';

const previous = z.object({
  from: z.string(),
  to: z.string(),
  resourceId: z.string(),
  ratePlanId: z.string().nullable(),
  partySize: z.int(),
  quantity: z.int(),
  totalMinorUnits: z.string(),
});

/** Of a token, which carries the terms packed. */
export const proposalWithoutTerms = z.object({
  resourceId: z.string(),
  roomTypeId: z.string().nullable(),
  ratePlanId: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  quantity: z.int(),
  adults: z.int().nullable(),
  children: z.int(),
  currency: z.string(),
  totalMinorUnits: z.string(),
  floor: z.string(),
  retainedInAll: z.string(),
  changes: z.array(changedField),
  previous,
  removed: z.string(),
  retained: z.string(),
});
type ProposalWithoutTerms = z.infer<typeof proposalWithoutTerms>;

/** As a row has it. */
export const storedProposal = proposalWithoutTerms.extend({
  terms: z.object({ bill, policy: soldPolicy.nullable(), schedule: scheduledPayments }),
});
type StoredProposal = z.infer<typeof storedProposal>;

export function withoutTerms(proposal: Proposal): ProposalWithoutTerms {
  const { stay, occupancy, total, terms, changes, removed, retained } = proposal;
  const { window, ...place } = stay;
  return {
    ...place,
    from: instantText(window.from),
    to: instantText(window.to),
    ...occupancy,
    currency: total.currency,
    totalMinorUnits: total.minorUnits.toString(),
    floor: terms.floor ?? '0',
    retainedInAll: terms.retained ?? '0',
    changes: [...changes],
    previous: previousToJson(proposal.previous),
    removed: removed.toString(),
    retained: retained.toString(),
  };
}

export function toProposal(
  json: ProposalWithoutTerms,
  terms: Pick<Proposal['terms'], 'bill' | 'policy' | 'schedule'>,
): Proposal {
  const { bill: sold, policy, schedule } = terms;
  return {
    stay: {
      resourceId: json.resourceId,
      roomTypeId: json.roomTypeId,
      ratePlanId: json.ratePlanId,
      window: { from: Temporal.Instant.from(json.from), to: Temporal.Instant.from(json.to) },
      timeZone: json.timeZone,
      quantity: json.quantity,
    },
    occupancy: { adults: json.adults, children: json.children },
    total: { minorUnits: BigInt(json.totalMinorUnits), currency: json.currency },
    terms: { bill: sold, policy, schedule, display: null, floor: json.floor, retained: json.retainedInAll },
    changes: json.changes,
    previous: previousFromJson(json.previous),
    removed: BigInt(json.removed),
    retained: BigInt(json.retained),
  };
}

export function proposalColumn(proposal: Proposal): string {
  const { bill: sold, policy, schedule } = proposal.terms;
  return JSON.stringify({ ...withoutTerms(proposal), terms: { bill: sold, policy, schedule } });
}

export function proposalOfColumn(stored: unknown): Proposal {
  const json = stored as StoredProposal;
  return toProposal(json, json.terms);
}

function previousToJson({ from, to, totalMinorUnits, ...stay }: StayOfChange) {
  return {
    ...stay,
    from: instantText(from),
    to: instantText(to),
    totalMinorUnits: totalMinorUnits.toString(),
  };
}

function previousFromJson({ from, to, totalMinorUnits, ...stay }: z.infer<typeof previous>): StayOfChange {
  return {
    ...stay,
    from: Temporal.Instant.from(from),
    to: Temporal.Instant.from(to),
    totalMinorUnits: BigInt(totalMinorUnits),
  };
}
