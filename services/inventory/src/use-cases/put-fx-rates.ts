// Owns publishing the platform's exchange rates.
import type { putFxRates as operation } from '@lodging/contract-inventory';
import { ok } from '@lodging/kernel';
import type { z } from 'zod';
import { refuseFxRates } from '../domain/check-fx-rates.ts';
import type { FxRates } from './ports.ts';

export function putFxRates({ fxRates }: { fxRates: FxRates }) {
  return async (tenantId: string, { rates }: z.infer<typeof operation.request>) => {
    const invalid = refuseFxRates(rates);
    if (invalid !== undefined) return invalid;
    await fxRates.put(
      tenantId,
      rates.map((rate) => ({ ...rate, effectiveAt: Temporal.Instant.from(rate.effectiveAt) })),
    );
    return ok({ rates });
  };
}
