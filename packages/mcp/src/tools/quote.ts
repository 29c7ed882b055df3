import type { components } from '@lodging/client';
import { z } from 'zod';
import {
  alternatives,
  childAges,
  currency,
  defined,
  guests,
  id,
  instant,
  quantity,
  ratePlanId,
} from '../fields.ts';
import { money, moneyText, toMoney } from '../money.ts';
import { defineTool } from '../tool.ts';

const cancellation = z.object({
  refundability: z.string(),
  timeline: z
    .array(z.object({ until: z.string().nullable(), penalty: money, refund: money }))
    .describe('From now on. `until` is exclusive; null has no end.'),
});

const output = z.object({
  signedQuoteToken: z.string().describe('Send it to hold unchanged.'),
  expiresAt: z.string(),
  total: money,
  displayTotal: money.describe('The total in the requested currency, to show only.'),
  dueAtProperty: money.describe('Paid at the property, and not part of the total.'),
  nights: z.array(z.object({ date: z.string(), price: money })),
  lines: z
    .array(z.object({ kind: z.string(), name: z.string(), inclusive: z.boolean(), price: money }))
    .describe('Discounts, fees, extras and taxes.'),
  schedule: z
    .array(z.object({ purpose: z.string(), price: money, dueAt: z.string() }))
    .describe('What is paid when; the first payment confirms the stay.'),
  cancellation: cancellation.nullable().describe('Null: nothing is refunded without the hotel’s decision.'),
});

export const quote = defineTool({
  name: 'quote',
  title: 'Price a stay',
  description:
    'The price of a stay with taxes, fees and the terms of cancellation, promised for 15 minutes. Show all of it to the ' +
    'guest before hold.',
  keys: 'any',
  annotations: { readOnlyHint: true },
  input: z.object({
    resourceId: id,
    from: instant,
    to: instant,
    partySize: guests.describe('Adults and children.'),
    childAges: childAges.optional().describe('One age for each child of the party.'),
    quantity,
    ratePlanId,
    currency: currency.optional().describe('For `displayTotal`.'),
    alternatives,
  }),
  output,
  async call({ ratePlanId: plan, childAges: ages, ...rest }, { lodging, signal }) {
    const request = defined({
      ...rest,
      ratePlanId: plan ?? undefined,
      childAges: ages,
      occupancyChildren: ages?.length,
    });
    const structured = toOutput(await lodging.quotes.create(request, { signal }));
    const { total, dueAtProperty, expiresAt, schedule } = structured;
    const [first] = schedule;
    const now = first === undefined ? '' : ` To be paid now: ${moneyText(first.price)}.`;
    const later = dueAtProperty.minorUnits === '0' ? '' : ` At the property: ${moneyText(dueAtProperty)}.`;
    return { structured, text: `${moneyText(total)} in total, until ${expiresAt}.${now}${later}` };
  },
});

function toOutput(quoted: components['schemas']['Quote']): z.output<typeof output> {
  const { priceBreakdown: price, displayTotal } = quoted;
  const priced = (minorUnits: string) => toMoney(minorUnits, price.currency);
  return {
    signedQuoteToken: quoted.signedQuoteToken,
    expiresAt: quoted.expiresAt,
    total: priced(price.totalMinorUnits),
    displayTotal: toMoney(displayTotal.amountMinorUnits, displayTotal.currency),
    dueAtProperty: priced(price.dueAtPropertyMinorUnits),
    nights: price.nights.map((night) => ({ date: night.date, price: priced(night.amountMinorUnits) })),
    lines: price.lines.map(({ kind, name, inclusive, amountMinorUnits }) => ({
      kind,
      name,
      inclusive,
      price: priced(amountMinorUnits),
    })),
    schedule: quoted.schedule.map(({ purpose, amountMinorUnits, dueAt }) => ({
      purpose,
      price: priced(amountMinorUnits),
      dueAt,
    })),
    cancellation: quoted.cancellation && {
      refundability: quoted.cancellation.refundability,
      timeline: quoted.cancellation.timeline.map(({ until, penaltyMinorUnits, refundMinorUnits }) => ({
        until,
        penalty: priced(penaltyMinorUnits),
        refund: priced(refundMinorUnits),
      })),
    },
  };
}
