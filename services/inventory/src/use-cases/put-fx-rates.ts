import type { putFxRates as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import { refuseFxRates } from '../domain/check-fx-rates.ts';
import type { FxRates } from './ports.ts';

export function putFxRates({ fxRates }: { fxRates: FxRates }) {
  return async (tenantId: string, { rates }: RequestOf<typeof operation>) => {
    const invalid = refuseFxRates(rates);
    if (invalid !== undefined) return invalid;
    await fxRates.put(
      tenantId,
      rates.map((rate) => ({ ...rate, effectiveAt: Temporal.Instant.from(rate.effectiveAt) })),
    );
    return ok({ rates });
  };
}
