import { instant } from '@lodging/contract-wire';
import { z } from 'zod';
import { unreachableService } from './admin-ops.ts';

/** Erasures at or after this moment: that of the backup from which the database was restored. */
export const erasuresQuery = z.object({ since: instant });

export const erasureReport = z.object({
  since: z.string(),
  /** Oldest first. */
  erasures: z.array(
    z.object({
      tenantId: z.string(),
      guestId: z.string(),
      livemode: z.boolean(),
      erasedAt: z.string(),
      /** True: only the event is left, and the restored database has the guest again. */
      lost: z.boolean(),
      /** The bookings of the guest, where the event is left. */
      reservationIds: z.array(z.string()).nullable(),
    }),
  ),
  /** False: there are more; repeat it with a later `since`. */
  complete: z.boolean(),
  unreachable: z.array(unreachableService),
});
export type ErasureReport = z.infer<typeof erasureReport>;
