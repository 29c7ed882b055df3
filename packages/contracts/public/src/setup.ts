import {
  newResource,
  newRoomType,
  pricingEntry,
  ratePlanEntry,
  resourceChanges,
} from '@lodging/contract-inventory';
import { z } from 'zod';

export const roomTypeBody = newRoomType;
export const resourceBody = newResource;
export const resourceChangesBody = resourceChanges;

/** Upserts by code: plans that are not named stay as they are. */
export const ratesBody = z.object({ ratePlans: z.array(ratePlanEntry).max(100) });

/** Replaces the whole entry of every plan it names. */
export const pricingBody = z.object({ pricing: z.array(pricingEntry).max(100) });
