export * from './operations.ts';
export * from './ops.ts';
export * from './webhooks.ts';
