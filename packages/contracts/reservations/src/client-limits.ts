import { z } from 'zod';

const limit = z.int().nullable();

/** What a publishable key may do from one client network: `caller.limits` of its requests. Null is no limit. */
export const clientLimits = z.object({
  maxOpenHolds: limit,
  maxHeldUnitNights: limit,
  codesPerAddressHour: limit,
  codesPerClientHour: limit,
  /** The limit of unit-nights follows the size of the property, up to `maxHeldUnitNights`. */
  heldUnitNightsFollowSize: z.boolean(),
  /** What all client networks of a key may do together, as a multiple of one. */
  keyLimitFactor: limit,
});
export type ClientLimits = z.infer<typeof clientLimits>;
