import { listOf, localDate, minorUnits, timestamp } from '@lodging/contract-wire';
import { z } from 'zod';
import { soldCancellationPolicy } from './cancellation-policies.ts';

/** The moment from which the deadlines of a policy are counted back, where the stay is sold. */
export const anchor = z.object({
  at: timestamp,
  date: localDate,
  time: z.string(),
  timeZone: z.string(),
});

/** The policy that a stay is sold with, whole. */
export const soldPolicy = z.object({ policy: soldCancellationPolicy, anchor });
export type SoldPolicy = z.infer<typeof soldPolicy>;

export const scheduledPayment = z
  .object({
    purpose: z.enum(['stay', 'deposit', 'balance', 'change']).meta({
      description:
        '`stay`: the whole price; `deposit` confirms the stay, `balance` is the rest; `change`: all that a change of the ' +
        'stay left to be paid, with what it retained beside the total.',
    }),
    amountMinorUnits: minorUnits,
    dueAt: timestamp,
  })
  .meta({
    id: 'ScheduledPayment',
    description: 'An amount and when it is due.',
    example: { purpose: 'stay', amountMinorUnits: '20000', dueAt: '2027-05-03T09:00:00.000Z' },
  });
export const scheduledPayments = listOf(scheduledPayment, 100);
export type ScheduledPayment = z.infer<typeof scheduledPayment>;
