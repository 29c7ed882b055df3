export const SERVICES = [
  'inventory',
  'payments',
  'notifications',
  'reservations',
  'channels',
  'gateway',
] as const;
export type ServiceName = (typeof SERVICES)[number];
