import type { z } from 'zod';

/** Ids that the examples of the OpenAPI document share: all of them show one stay. */
export const exampleIds = {
  resource: '0197a1f0-6a10-7c3e-9b52-3f1d2c4b5a61',
  ratePlan: '0197a1f0-6a31-7d0a-8f4e-1b7c9d2e3f40',
  roomType: '0197a1f0-69f2-7e11-a3c4-5d6e7f809142',
  reservation: '0197a205-3c4d-7a5e-8f60-718293a4b5c6',
  guest: '0197a206-4d5e-7b6f-8a71-8293a4b5c6d7',
};

/** The dates of that stay. */
export const exampleWindow = { from: '2027-06-10T15:00:00.000Z', to: '2027-06-12T10:00:00.000Z' };

/** The example in the metadata of a shape; undefined where it has none. */
export function exampleOf(shape: z.ZodType): unknown {
  return shape.meta()?.['example'];
}
