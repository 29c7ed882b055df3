// The public contract: what clients of /v1 and of the admin API send and receive.
export * from './admin-responses.ts';
export * from './admin-bookings.ts';
export * from './admin-recovery.ts';
export * from './admin-ops.ts';
export * from './admin.ts';
export * from './audit.ts';
export * from './bookings.ts';
export * from './channels.ts';
export * from './money.ts';
export * from './operator-sessions.ts';
export * from './paging.ts';
export * from './ping.ts';
export * from './rates.ts';
export * from './search.ts';
export * from './setup.ts';
export * from './stay.ts';
export * from './webhooks.ts';
