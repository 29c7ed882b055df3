export * from './accounts.ts';
export * from './cancellation.ts';
export * from './events.ts';
export * from './money.ts';
export * from './operations.ts';
export * from './records.ts';
export * from './reports.ts';
export * from './ops.ts';
