import type { AlternativeWire } from '@lodging/contract-inventory';
import { instantText } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Alternative } from '../domain/alternatives/alternative.ts';
import type { RefusedPrice } from '../use-cases/stays/price-stay.ts';

/** `shownCurrency` undefined: that of each resource. */
export function alternativesToWire(
  alternatives: readonly Alternative[],
  shownCurrency: string | undefined,
): AlternativeWire[] {
  return alternatives.map(({ resource, plan, window, displayMinorUnits: shown, ...one }) => ({
    kind: one.kind,
    resourceId: resource.id,
    ratePlanId: plan?.id ?? null,
    from: instantText(window.from),
    to: instantText(window.to),
    nights: one.nights,
    shiftDays: one.shiftDays,
    totalMinorUnits: String(one.totalMinorUnits),
    currency: resource.currency,
    displayTotal:
      shown === null
        ? null
        : { amountMinorUnits: String(shown), currency: shownCurrency ?? resource.currency },
  }));
}

/** The refusal with its alternatives as the client sees them. */
export function refusedPriceToWire(
  { alternatives, ...refusal }: RefusedPrice,
  shownCurrency: string | undefined,
): Result<never> {
  if (alternatives === undefined) return { ok: false, refusal };
  const extra = { ...refusal.extra, alternatives: alternativesToWire(alternatives, shownCurrency) };
  return { ok: false, refusal: { ...refusal, extra } };
}
