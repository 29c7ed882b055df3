import { text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { detailsPatch } from './details.ts';

/** Parts of each request that changes a booking: the details change in the same step. */
export const changedBooking = {
  reservationId: uuid,
  ifMatch: z.array(z.string()).optional(),
  reason: text({ max: 500 }).optional(),
  ...detailsPatch,
};

export const changeRefusals = [
  'insufficient_permission',
  'booking_not_found',
  'version_mismatch',
  'validation_failed',
  'illegal_transition',
  'external_reference_taken',
  'resource_locked',
] as const;
