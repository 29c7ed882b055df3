import { z } from 'zod';

export const reservationState = z
  .enum(['pending', 'held', 'confirmed', 'cancelled', 'checked_in', 'checked_out', 'no_show', 'expired'])
  .meta({
    id: 'ReservationState',
    description: 'The state of a reservation. The last state of each path is final.',
  });
export type ReservationState = z.infer<typeof reservationState>;
