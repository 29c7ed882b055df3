export * from './bookings.ts';
export * from './cancellation.ts';
export * from './events.ts';
export * from './money.ts';
export * from './history.ts';
export * from './records.ts';
export * from './stay.ts';
export * from './ops.ts';
