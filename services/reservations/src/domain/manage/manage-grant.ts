import { refuse } from '@lodging/kernel';
import { isExpiredBy } from './link-expiry.ts';

/** The right to see and manage one booking. The token of a link carries it. */
export interface ManageGrant {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly reservationId: string;
  /** A grant of another generation than that of the booking is not valid any more. */
  readonly generation: number;
  readonly expiresAt: Temporal.Instant;
}

/** One answer, whatever is wrong with it. */
export const guestTokenInvalid = () =>
  refuse('guest_token_invalid', 'The header Guest-Token has no valid token of this tenant.');

/** Whether it opens the booking, which is in the generation `generation`. */
export function opensBooking(
  grant: ManageGrant,
  { generation, at }: { readonly generation: number; readonly at: Temporal.Instant },
): boolean {
  return grant.generation === generation && !isExpiredBy(grant.expiresAt, at);
}
