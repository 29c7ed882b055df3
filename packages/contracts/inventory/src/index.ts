// The one door of inventory's contract.
export * from './events.ts';
export * from './records.ts';
export * from './setup.ts';
export * from './stay.ts';
