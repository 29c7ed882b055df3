export * from './guest-links.ts';
export * from './guest-mails.ts';
export * from './mail-limits.ts';
export * from './mail-settings.ts';
export * from './mail-templates.ts';
export * from './operations.ts';
export * from './ops.ts';
export * from './webhooks.ts';
