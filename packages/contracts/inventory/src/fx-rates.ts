import { boundedArray, currency, instant, rpc, text } from '@lodging/contract-wire';
import { z } from 'zod';

export const fxRate = z.object({
  fromCurrency: currency,
  toCurrency: currency,
  /** A positive decimal, major units of `toCurrency` per one of `fromCurrency`. */
  rate: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,12})?$/, 'must be a decimal number')
    .refine((value) => /[1-9]/.test(value), 'must be above zero'),
  effectiveAt: instant,
  source: text({ min: 1, max: 100 }),
});
export const fxRateList = boundedArray(fxRate, { min: 1, max: 1_000 });
/** For all tenants; the request has the nil tenant. */
export const putFxRates = rpc({
  context: 'inventory',
  name: 'put-fx-rates',
  request: z.object({ rates: fxRateList }),
  response: z.object({ rates: z.array(fxRate) }),
  refusals: ['validation_failed'],
  idempotent: true,
  platformOnly: true,
});
