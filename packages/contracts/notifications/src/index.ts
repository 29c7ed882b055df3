// The one door of notifications' contract.
export * from './operations.ts';
export * from './upkeep.ts';
export * from './webhooks.ts';
