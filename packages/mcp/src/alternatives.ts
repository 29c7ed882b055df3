import type { components } from '@lodging/client';
import { z } from 'zod';
import { money, moneyText, toMoney } from './money.ts';

export const alternative = z.object({
  kind: z.string(),
  resourceId: z.string(),
  ratePlanId: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  nights: z.number(),
  shiftDays: z.number(),
  total: money,
});
export type Alternative = z.output<typeof alternative>;

export function toAlternative(found: components['schemas']['Alternative']): Alternative {
  const { kind, resourceId, ratePlanId, from, to, nights, shiftDays, totalMinorUnits, currency } = found;
  const total = toMoney(totalMinorUnits, currency);
  return { kind, resourceId, ratePlanId, from, to, nights, shiftDays, total };
}

/** Empty where there are none. */
export function alternativesText(found: readonly Alternative[]): string {
  const lines = found.map(
    ({ kind, from, to, total }) => `${from} to ${to} (${kind}) for ${moneyText(total)}`,
  );
  return lines.length === 0 ? '' : ` Free instead: ${lines.join('; ')}.`;
}
