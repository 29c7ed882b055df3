export * from './calendar.ts';
export * from './events.ts';
export * from './occupancy.ts';
export * from './records.ts';
export * from './restrictions.ts';
export * from './setup.ts';
export * from './stay.ts';
export * from './ops.ts';
