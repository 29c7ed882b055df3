export { operationsRoutes } from './operations-routes.ts';
export type { Recovery, StayKnowledge } from './recovery/recovery.ts';
export { aboutReservation, describeWork, reservationIdIn } from './timeline/about-reservation.ts';
export type { TraceEntry, TracedBooking, Tracing } from './timeline/trace-booking.ts';
