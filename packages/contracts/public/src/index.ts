// The one door of the public contract: what a client of /v1, or of the admin API, sends.
export * from './admin-answers.ts';
export * from './admin-ops.ts';
export * from './admin.ts';
export * from './bookings.ts';
export * from './channels.ts';
export * from './operator-sessions.ts';
export * from './paging.ts';
export * from './rates.ts';
export * from './setup.ts';
export * from './stay.ts';
export * from './webhooks.ts';
