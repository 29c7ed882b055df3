import { event } from '@lodging/contract-wire';
import { z } from 'zod';
import { paymentFacts, refund } from './records.ts';

const context = 'payments';

export const paymentSucceeded = event({
  context,
  aggregate: 'payment',
  verb: 'succeeded',
  data: z.object({ payment: paymentFacts }),
});
/** The object's state is `requires_payment` where the guest can try again. */
export const paymentFailed = event({
  context,
  aggregate: 'payment',
  verb: 'failed',
  data: z.object({ payment: paymentFacts }),
});
/** Told once the provider has the refund, so never of one that it refused. */
export const refundCreated = event({
  context,
  aggregate: 'refund',
  verb: 'created',
  data: z.object({ refund }),
});
/** Internal: a refund that was told of as created gave nothing back after all. No webhook type. */
export const refundFailed = event({
  context,
  aggregate: 'refund',
  verb: 'failed',
  data: z.object({ refund }),
});
