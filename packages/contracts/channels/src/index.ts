export * from './connections.ts';
export * from './feeds.ts';
export * from './records.ts';
export * from './ops.ts';
